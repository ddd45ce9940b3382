/** Bodies and queries for any endpoint, made from its schema, and every place in them where a text stands. */
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

type Schema = Record<string, unknown> & {
  type?: string | string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  prefixItems?: Schema[]
  enum?: unknown[]
  $defs?: Record<string, Schema>
  $ref?: string
}

const RECURSION_MAX = 12
const FORMATS: Record<string, () => string> = {
  uuid: randomUUID,
  'date-time': () => '2026-11-21T06:30:00Z',
  date: () => '2026-11-21',
  email: () => `${randomUUID()}@example.test`,
  uri: () => 'https://example.test/',
}

/** The key of a record: any text may stand there. */
const ANY_KEY = 'any-key'

/** One value that fits; where there are several kinds, the one of that number. */
const sampled = (schema: Schema, choice: number, root: Schema, depth: number): unknown => {
  if (depth > RECURSION_MAX) return null
  const go = (next: Schema) => sampled(next, choice, root, depth + 1)
  const named = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  if (named !== undefined) return go(root.$defs?.[named] ?? {})
  if (schema.$ref === '#') return go(root)
  if ('const' in schema) return schema['const']
  if (schema.enum) return schema.enum[choice % schema.enum.length]
  const kinds = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null')
  if (kinds && kinds.length > 0) return go(kinds[choice % kinds.length] ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(go)) as unknown
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string': {
      const made = FORMATS[String(schema['format'])]?.()
      return made ?? 'word '.repeat(Math.ceil(Number(schema['minLength'] ?? 1) / 5)).trim()
    }
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1))
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map(go)
      return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () =>
        go(schema.items ?? {}),
      )
    case 'object': {
      const { additionalProperties: others } = schema
      return {
        ...Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, property]) => [name, go(property)]),
        ),
        ...(typeof others === 'object' && others !== null ? { [ANY_KEY]: go(others as Schema) } : {}),
      }
    }
    default:
      return { [ANY_KEY]: 'anything' }
  }
}

/** An input of the schema with everything that may be left out; `choice` chooses among kinds. */
export const sampleOf = (schema: z.ZodMiniType, choice: number): unknown => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return sampled(json, choice, json, 0)
}

/** A copy with the text in one of its places. */
export type Put = (text: string) => unknown

/** Every place where a text stands, and every key that is free. */
export const placesIn = (value: unknown, at = ''): { at: string; put: Put }[] => {
  if (typeof value === 'string') return [{ at, put: (text) => text }]
  if (Array.isArray(value))
    return value.flatMap((one: unknown, index) =>
      placesIn(one, `${at}[${index}]`).map((place) => ({
        at: place.at,
        put: (text: string) => value.with(index, place.put(text)) as unknown,
      })),
    )
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) => [
    ...placesIn(one, `${at}.${key}`).map((place) => ({
      at: place.at,
      put: (text: string) => ({ ...value, [key]: place.put(text) }),
    })),
    ...(key === ANY_KEY ? [{ at: `${at}.(key)`, put: (text: string) => ({ ...value, [text]: one }) }] : []),
  ])
}
