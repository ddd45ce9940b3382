/** Numbers in QTI 1.2. Canvas writes the exact answer 1234 as `1234.0`, alone or with bounds around it. */
import { descendants, element, textOf, type XmlNode } from '#server/core/packages/xml.ts'
import type { ItemContext, ScoringRule } from './scoring.ts'
import { numberOf } from '../vocabulary.ts'

interface Interval {
  value: number
  tolerance: number
}

const rounded = (number: number): number => Number(number.toPrecision(12))

const numberIn = (node: XmlNode, names: RegExp): number | null => {
  const [found] = descendants(node, ({ name }) => names.test(name))
  return found ? numberOf(textOf(found).trim()) : null
}

const intervalOf = (node: XmlNode): Interval | null => {
  const exact = numberIn(node, /^varequal$/)
  const low = numberIn(node, /^varg(?:te|t)$/)
  const high = numberIn(node, /^varl(?:te|t)$/)
  if (low !== null && high !== null && high >= low) {
    const value = exact !== null && exact >= low && exact <= high ? exact : (low + high) / 2
    return { value: rounded(value), tolerance: rounded(Math.max(high - value, value - low)) }
  }
  return exact === null ? null : { value: exact, tolerance: 0 }
}

const NUMBER_FIELDS = /^(?:integer|decimal|scientific)$/i

/** Whether the item asks for a number. */
export const isNumberItem = (profile: string, response: XmlNode): boolean =>
  response.name === 'response_num' ||
  /numeric/.test(profile) ||
  NUMBER_FIELDS.test(element(response, 'render_fib')?.attributes['fibtype'] ?? '')

/** The answer of a number question; one with several right numbers becomes a text question if they are exact. */
export const numericAnswer = (rules: readonly ScoringRule[], { item, issues }: ItemContext) => {
  const scored = rules.filter(({ score }) => score > 0)
  const sources = scored.length > 0 ? scored.map(({ node }) => node) : [item]
  const intervals = [
    ...new Map(
      sources
        .flatMap((node) => intervalOf(node) ?? [])
        .map((interval) => [JSON.stringify(interval), interval]),
    ).values(),
  ]
  const [first] = intervals
  if (!first) {
    issues.push({ code: 'number_invalid', field: 'answer' })
    return null
  }
  if (intervals.length === 1) return { kind: 'numeric', ...first }
  const accepted = intervals.map(({ value }) => String(value))
  if (intervals.every(({ tolerance }) => tolerance === 0)) {
    issues.push({ code: 'read_as_text', field: 'kind', detail: accepted.join(', ') })
    return { kind: 'short', accepted }
  }
  issues.push({ code: 'several_numbers', field: 'answer', detail: accepted.join(', ') })
  return null
}

/** The number that all accepted texts of a fill-in question are, written with decimals; otherwise null. */
export const fillInNumber = (accepted: readonly string[]): number | null => {
  if (!accepted.some((text) => /^[+-]?\d+\.\d+$/.test(text))) return null
  const numbers = new Set(accepted.map(numberOf))
  const [number = null] = numbers
  return numbers.size === 1 ? number : null
}
