/** QTI 1.2 as Common Cartridges carry it: one document with many items, each naming its kind in its metadata. */
import type { QuestionIssue } from '#contract/question-bank/question-import.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import { descendants, element, elements, textOf, type XmlNode } from '#server/core/packages/xml.ts'
import { plainFromHtml } from './plain-text.ts'
import type { RowParts, Written, WrittenOption } from './row.ts'
import { numberOf, yesOrNo } from './texts.ts'

/** The items of a document, in its order. */
export const itemsOfQti1 = (root: XmlNode): Promise<Omit<RowParts, 'row'>[]> =>
  yieldingMap(
    descendants(root, ({ name }) => name === 'item'),
    itemFrom,
  )

/** Fields of an item's or assessment's metadata, by their labels in small letters. */
export const metadataOf = (node: XmlNode): ReadonlyMap<string, string> =>
  new Map(
    descendants(node, ({ name }) => name === 'qtimetadatafield').map((field) => [
      textOf(element(field, 'fieldlabel')).trim().toLowerCase(),
      textOf(element(field, 'fieldentry')).trim(),
    ]),
  )

/** What an item says to learners; the text type tells whether it is HTML. */
const materialText = (node: XmlNode | null, field: string, issues: QuestionIssue[]): string =>
  (node ? descendants(node, ({ name }) => name === 'mattext') : [])
    .map((one) => {
      const raw = textOf(one)
      if (/plain/i.test(one.attributes['texttype'] ?? '')) return raw.trim()
      const plain = plainFromHtml(raw, field)
      issues.push(...plain.issues)
      return plain.text
    })
    .filter(Boolean)
    .join('\n')

interface Item {
  item: XmlNode
  issues: QuestionIssue[]
  feedback: (id: string) => string
}

const itemFrom = (item: XmlNode): Omit<RowParts, 'row'> => {
  const issues: QuestionIssue[] = []
  const metadata = metadataOf(element(item, 'itemmetadata') ?? item)
  const presentation = element(item, 'presentation')
  const flow = element(presentation, 'flow') ?? presentation
  const profile = (metadata.get('cc_profile') ?? metadata.get('question_type') ?? '').toLowerCase()
  const own = flow ? elements(flow, 'material') : []
  const prompt = own.map((one) => materialText(one, 'prompt', issues)).join('\n')
  const feedback = new Map(
    elements(item, 'itemfeedback').map((one) => [
      one.attributes['ident'] ?? '',
      materialText(one, 'explanation', issues),
    ]),
  )
  const made = flow ? bodyOf(profile, flow, { item, issues, feedback: (id) => feedback.get(id) ?? '' }) : null
  if (!flow) issues.push({ code: 'row_broken', detail: 'presentation' })
  if (!made) return { written: null, issues }
  const points = numberOf(metadata.get('cc_weighting') ?? metadata.get('points_possible') ?? '')
  const written = {
    prompt,
    explanation: feedback.get('general_fb') ?? feedback.get('correct_fb') ?? '',
    ...(points === null ? {} : { points }),
    ...made,
  } as Written
  const folder = metadata.get('cc_question_category')
  return { written, issues, ...(folder ? { extra: { topic: folder } } : {}) }
}

const bodyOf = (profile: string, flow: XmlNode, item: Item): object | null => {
  const responses = descendants(flow, ({ name }) => /^response_(?:lid|str|num|xy|grp)$/.test(name))
  const [response] = responses
  const refuse = (code: QuestionIssue['code'], detail: string): null => {
    item.issues.push({ code, field: 'kind', detail })
    return null
  }
  if (!response) return refuse('kind_unsupported', profile || 'no response')
  if (/essay|file_upload/.test(profile)) return refuse('kind_unsupported', 'essay')
  if (/matching/.test(profile) && responses.length > 1) return matching(responses, item)
  if (responses.length > 1) return refuse('several_interactions', String(responses.length))
  if (response.name === 'response_lid') return choice(profile, response, item)
  if (response.name === 'response_num' || /numeric/.test(profile)) return numeric(response, item)
  return response.name === 'response_str' ? short(item) : refuse('kind_unsupported', response.name)
}

interface Rule {
  /** Identifiers or words that must be given. */
  given: { respident: string; value: string; exact: boolean }[]
  /** Per cent, or points, it gives. */
  score: number
  shows: string[]
}

/** Conditions of the item, without what stands in a `not`. */
const rulesOf = (item: XmlNode): Rule[] =>
  descendants(item, ({ name }) => name === 'respcondition').map((condition) => {
    const wanted = (node: XmlNode): XmlNode[] =>
      elements(node).flatMap((one) =>
        one.name === 'not' ? [] : one.name === 'varequal' || one.name === 'varsubset' ? [one] : wanted(one),
      )
    const where = element(condition, 'conditionvar')
    const scores = elements(condition, 'setvar').map((one) => numberOf(textOf(one)) ?? 0)
    return {
      given: (where ? wanted(where) : []).map((one) => ({
        respident: one.attributes['respident'] ?? '',
        value: textOf(one).trim(),
        exact: /^yes$/i.test(one.attributes['case'] ?? ''),
      })),
      score: Math.max(0, ...scores),
      shows: elements(condition, 'displayfeedback').map((one) => one.attributes['linkrefid'] ?? ''),
    }
  })

const labelsOf = (response: XmlNode, issues: QuestionIssue[]) =>
  descendants(response, ({ name }) => name === 'response_label').map((label) => ({
    id: label.attributes['ident'] ?? '',
    text: materialText(label, 'options', issues),
  }))

const best = (rules: readonly Rule[]): Rule[] => {
  const most = Math.max(0, ...rules.map(({ score }) => score))
  return rules.filter(({ score }) => score > 0 && score === most)
}

const choice = (profile: string, response: XmlNode, { item, issues, feedback }: Item): object | null => {
  const labels = labelsOf(response, issues)
  const rules = rulesOf(item)
  const several = /multiple/i.test(response.attributes['rcardinality'] ?? '')
  const earning = several ? rules.filter(({ score }) => score > 0) : best(rules)
  const right = new Set(earning.flatMap(({ given }) => given.map(({ value }) => value)))
  if (right.size === 0) {
    issues.push({ code: 'answer_missing', field: 'answer' })
    return null
  }
  const said = (id: string) =>
    rules
      .filter(({ given }) => given.length === 1 && given[0]?.value === id)
      .flatMap(({ shows }) => shows)
      .filter((shown) => !['correct_fb', 'general_fb', 'general_incorrect_fb'].includes(shown))
      .map(feedback)
      .filter(Boolean)
      .join('\n')
  if (/true_?false/.test(profile) && labels.length === 2) {
    const rightLabel = labels.find(({ id }) => right.has(id))
    const answer = yesOrNo(rightLabel?.text ?? '') ?? yesOrNo(rightLabel?.id ?? '')
    if (answer !== null && rightLabel) {
      const other = labels.find(({ id }) => id !== rightLabel.id)
      const [yes, no] = answer ? [rightLabel, other] : [other, rightLabel]
      return {
        kind: 'true_false',
        answer,
        explanation_true: said(yes?.id ?? ''),
        explanation_false: said(no?.id ?? ''),
      }
    }
  }
  const options = labels.map(({ id, text }): WrittenOption => ({
    text,
    correct: right.has(id),
    explanation: said(id),
  }))
  return { kind: several ? 'multiple' : 'single', options }
}

const short = ({ item, issues }: Item): object | null => {
  const rules = rulesOf(item).filter(({ score }) => score > 0)
  const full = best(rules).flatMap(({ given }) => given)
  if (full.length === 0) {
    issues.push({ code: 'answer_missing', field: 'answer' })
    return null
  }
  if (full.length < rules.flatMap(({ given }) => given).length)
    issues.push({ code: 'partial_answers_dropped', field: 'answer' })
  return {
    kind: 'short',
    accepted: [...new Set(full.map(({ value }) => value))],
    case_sensitive: full.some(({ exact }) => exact),
  }
}

const numeric = (_response: XmlNode, { item, issues }: Item): object | null => {
  const bound = (names: RegExp) => {
    const [found] = descendants(item, ({ name }) => names.test(name))
    return found ? numberOf(textOf(found).trim()) : null
  }
  const exact = bound(/^varequal$/)
  const low = bound(/^varg(?:te|t)$/)
  const high = bound(/^varl(?:te|t)$/)
  if (low !== null && high !== null && high >= low) {
    const value = exact !== null && exact >= low && exact <= high ? exact : (low + high) / 2
    const tolerance = Math.max(high - value, value - low)
    return {
      kind: 'numeric',
      value: Number(value.toPrecision(12)),
      tolerance: Number(tolerance.toPrecision(12)),
    }
  }
  if (exact === null) {
    issues.push({ code: 'number_invalid', field: 'answer' })
    return null
  }
  return { kind: 'numeric', value: exact }
}

const matching = (responses: readonly XmlNode[], { item, issues }: Item): object | null => {
  const rules = rulesOf(item).filter(({ score }) => score > 0)
  const rights = responses.flatMap((response) => labelsOf(response, []))
  const used = new Set<string>()
  const pairs = responses.map((response) => {
    const ident = response.attributes['ident'] ?? ''
    const given = rules.flatMap((rule) => rule.given).find(({ respident }) => respident === ident)
    const right = rights.find(({ id }) => id === given?.value)
    if (right) used.add(right.text)
    const left = elements(response, 'material').map((one) => materialText(one, 'options', issues))
    return { left: left.join('\n'), right: right?.text ?? '' }
  })
  if (pairs.some(({ right }) => right === '')) {
    issues.push({ code: 'answer_missing', field: 'answer' })
    return null
  }
  const extra = [...new Set(rights.map(({ text }) => text))].filter((text) => !used.has(text))
  return { kind: 'matching', pairs, extra }
}
