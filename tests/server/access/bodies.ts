/** Builds bodies and queries for any endpoint from its schema, and finds every text in them. */
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

/** A record key that can be any text. */
const ANY_KEY = 'any-key'

/** A valid value; `choice` selects one of several variants. */
const sampleValue = (schema: Schema, choice: number, root: Schema, depth: number): unknown => {
  if (depth > RECURSION_MAX) return null
  const sampleNext = (next: Schema) => sampleValue(next, choice, root, depth + 1)
  const definition = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  if (definition !== undefined) return sampleNext(root.$defs?.[definition] ?? {})
  if (schema.$ref === '#') return sampleNext(root)
  if ('const' in schema) return schema['const']
  if (schema.enum) return schema.enum[choice % schema.enum.length]
  const variants = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null')
  if (variants && variants.length > 0) return sampleNext(variants[choice % variants.length] ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(sampleNext)) as unknown
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string': {
      const formatted = FORMATS[String(schema['format'])]?.()
      return formatted ?? 'word '.repeat(Math.ceil(Number(schema['minLength'] ?? 1) / 5)).trim()
    }
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1))
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map(sampleNext)
      return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () =>
        sampleNext(schema.items ?? {}),
      )
    case 'object': {
      const { additionalProperties: extraProperties } = schema
      return {
        ...Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sampleNext(property)]),
        ),
        ...(typeof extraProperties === 'object' && extraProperties !== null
          ? { [ANY_KEY]: sampleNext(extraProperties as Schema) }
          : {}),
      }
    }
    default:
      return { [ANY_KEY]: 'anything' }
  }
}

/** A valid input with all optional parts; `choice` selects among variants. */
export const sampleOf = (schema: z.ZodMiniType, choice: number): unknown => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return sampleValue(json, choice, json, 0)
}

/** Returns a copy with the text at this place. */
export type ReplaceText = (text: string) => unknown

/** Every text of a value and every free key, with its path. */
export const textsIn = (value: unknown, path = ''): { path: string; replace: ReplaceText }[] => {
  if (typeof value === 'string') return [{ path, replace: (text) => text }]
  if (Array.isArray(value))
    return value.flatMap((element: unknown, index) =>
      textsIn(element, `${path}[${index}]`).map((place) => ({
        path: place.path,
        replace: (text: string) => value.with(index, place.replace(text)) as unknown,
      })),
    )
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]: [string, unknown]) => [
    ...textsIn(entry, `${path}.${key}`).map((place) => ({
      path: place.path,
      replace: (text: string) => ({ ...value, [key]: place.replace(text) }),
    })),
    ...(key === ANY_KEY
      ? [{ path: `${path}.(key)`, replace: (text: string) => ({ ...value, [text]: entry }) }]
      : []),
  ])
}
