/** Reads QTI 1.2 from Common Cartridges: one document with many items, whose metadata contains their kind. */
import type { QuestionIssue } from '#contract/question-bank/question-import.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import { descendants, element, elements, textOf, type XmlNode } from '#server/core/packages/xml.ts'
import { plainFromHtml } from './plain-text.ts'
import type { RowParts, ParsedQuestion, ParsedOption } from './row.ts'
import { numberOf, yesOrNo } from './vocabulary.ts'

/** The items of a document, in order. */
export const itemsOfQti1 = (root: XmlNode): Promise<Omit<RowParts, 'row'>[]> =>
  yieldingMap(
    descendants(root, ({ name }) => name === 'item'),
    itemFrom,
  )

/** Metadata fields of an item or assessment, by lower-case label. */
export const metadataOf = (node: XmlNode): ReadonlyMap<string, string> =>
  new Map(
    descendants(node, ({ name }) => name === 'qtimetadatafield').map((field) => [
      textOf(element(field, 'fieldlabel')).trim().toLowerCase(),
      textOf(element(field, 'fieldentry')).trim(),
    ]),
  )

/** The text of an item's material; its text type says whether it is HTML. */
const materialText = (node: XmlNode | null, field: string, issues: QuestionIssue[]): string =>
  (node ? descendants(node, ({ name }) => name === 'mattext') : [])
    .map((node) => {
      const raw = textOf(node)
      if (/plain/i.test(node.attributes['texttype'] ?? '')) return raw.trim()
      const plain = plainFromHtml(raw, field)
      issues.push(...plain.issues)
      return plain.text
    })
    .filter(Boolean)
    .join('\n')

interface ItemContext {
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
  const materials = flow ? elements(flow, 'material') : []
  const prompt = materials.map((material) => materialText(material, 'prompt', issues)).join('\n')
  const feedback = new Map(
    elements(item, 'itemfeedback').map((node) => [
      node.attributes['ident'] ?? '',
      materialText(node, 'explanation', issues),
    ]),
  )
  const answer = flow
    ? parseAnswer(profile, flow, { item, issues, feedback: (id) => feedback.get(id) ?? '' })
    : null
  if (!flow) issues.push({ code: 'row_broken', detail: 'presentation' })
  if (!answer) return { parsed: null, issues }
  const points = numberOf(metadata.get('cc_weighting') ?? metadata.get('points_possible') ?? '')
  const parsed = {
    prompt,
    explanation: feedback.get('general_fb') ?? feedback.get('correct_fb') ?? '',
    ...(points === null ? {} : { points }),
    ...answer,
  } as ParsedQuestion
  const category = metadata.get('cc_question_category')
  return { parsed, issues, ...(category ? { extra: { topic: category } } : {}) }
}

const parseAnswer = (profile: string, flow: XmlNode, item: ItemContext): object | null => {
  const responses = descendants(flow, ({ name }) => /^response_(?:lid|str|num|xy|grp)$/.test(name))
  const [response] = responses
  const reject = (code: QuestionIssue['code'], detail: string): null => {
    item.issues.push({ code, field: 'kind', detail })
    return null
  }
  if (!response) return reject('kind_unsupported', profile || 'no response')
  if (/essay|file_upload/.test(profile)) return reject('kind_unsupported', 'essay')
  if (/matching/.test(profile) && responses.length > 1) return matching(responses, item)
  if (responses.length > 1) return reject('several_interactions', String(responses.length))
  if (response.name === 'response_lid') return choice(profile, response, item)
  if (response.name === 'response_num' || /numeric/.test(profile)) return numeric(response, item)
  return response.name === 'response_str' ? short(item) : reject('kind_unsupported', response.name)
}

interface ScoringRule {
  /** Identifiers or texts that the answer must contain. */
  conditions: { respident: string; value: string; exact: boolean }[]
  /** Percent or points. */
  score: number
  feedbackIds: string[]
}

/** The scoring conditions of the item, without those inside `not`. */
const scoringRules = (item: XmlNode): ScoringRule[] =>
  descendants(item, ({ name }) => name === 'respcondition').map((condition) => {
    const positiveConditions = (node: XmlNode): XmlNode[] =>
      elements(node).flatMap((child) =>
        child.name === 'not'
          ? []
          : child.name === 'varequal' || child.name === 'varsubset'
            ? [child]
            : positiveConditions(child),
      )
    const variables = element(condition, 'conditionvar')
    const scores = elements(condition, 'setvar').map((node) => numberOf(textOf(node)) ?? 0)
    return {
      conditions: (variables ? positiveConditions(variables) : []).map((node) => ({
        respident: node.attributes['respident'] ?? '',
        value: textOf(node).trim(),
        exact: /^yes$/i.test(node.attributes['case'] ?? ''),
      })),
      score: Math.max(0, ...scores),
      feedbackIds: elements(condition, 'displayfeedback').map((node) => node.attributes['linkrefid'] ?? ''),
    }
  })

const labelsOf = (response: XmlNode, issues: QuestionIssue[]) =>
  descendants(response, ({ name }) => name === 'response_label').map((label) => ({
    id: label.attributes['ident'] ?? '',
    text: materialText(label, 'options', issues),
  }))

const bestRules = (rules: readonly ScoringRule[]): ScoringRule[] => {
  const maxScore = Math.max(0, ...rules.map(({ score }) => score))
  return rules.filter(({ score }) => score > 0 && score === maxScore)
}

const choice = (
  profile: string,
  response: XmlNode,
  { item, issues, feedback }: ItemContext,
): object | null => {
  const labels = labelsOf(response, issues)
  const rules = scoringRules(item)
  const isMultiple = /multiple/i.test(response.attributes['rcardinality'] ?? '')
  const earningRules = isMultiple ? rules.filter(({ score }) => score > 0) : bestRules(rules)
  const rightIds = new Set(earningRules.flatMap(({ conditions }) => conditions.map(({ value }) => value)))
  if (rightIds.size === 0) {
    issues.push({ code: 'answer_missing', field: 'answer' })
    return null
  }
  const feedbackFor = (id: string) =>
    rules
      .filter(({ conditions }) => conditions.length === 1 && conditions[0]?.value === id)
      .flatMap(({ feedbackIds }) => feedbackIds)
      .filter((feedbackId) => !['correct_fb', 'general_fb', 'general_incorrect_fb'].includes(feedbackId))
      .map(feedback)
      .filter(Boolean)
      .join('\n')
  if (/true_?false/.test(profile) && labels.length === 2) {
    const rightLabel = labels.find(({ id }) => rightIds.has(id))
    const answer = yesOrNo(rightLabel?.text ?? '') ?? yesOrNo(rightLabel?.id ?? '')
    if (answer !== null && rightLabel) {
      const otherLabel = labels.find(({ id }) => id !== rightLabel.id)
      const [trueLabel, falseLabel] = answer ? [rightLabel, otherLabel] : [otherLabel, rightLabel]
      return {
        kind: 'true_false',
        answer,
        explanation_true: feedbackFor(trueLabel?.id ?? ''),
        explanation_false: feedbackFor(falseLabel?.id ?? ''),
      }
    }
  }
  const options = labels.map(({ id, text }): ParsedOption => ({
    text,
    correct: rightIds.has(id),
    explanation: feedbackFor(id),
  }))
  // Absent in cartridges, whose profile has no such attribute.
  const shuffle = element(response, 'render_choice')?.attributes['shuffle']
  const order = shuffle === undefined ? {} : { keep_order: !/^(?:yes|true)$/i.test(shuffle) }
  return { kind: isMultiple ? 'multiple' : 'single', options, ...order }
}

const short = ({ item, issues }: ItemContext): object | null => {
  const rules = scoringRules(item).filter(({ score }) => score > 0)
  const accepted = bestRules(rules).flatMap(({ conditions }) => conditions)
  if (accepted.length === 0) {
    issues.push({ code: 'answer_missing', field: 'answer' })
    return null
  }
  if (accepted.length < rules.flatMap(({ conditions }) => conditions).length)
    issues.push({ code: 'partial_answers_dropped', field: 'answer' })
  return {
    kind: 'short',
    accepted: [...new Set(accepted.map(({ value }) => value))],
    case_sensitive: accepted.some(({ exact }) => exact),
  }
}

const numeric = (_response: XmlNode, { item, issues }: ItemContext): object | null => {
  const bound = (names: RegExp) => {
    const [node] = descendants(item, ({ name }) => names.test(name))
    return node ? numberOf(textOf(node).trim()) : null
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

const matching = (responses: readonly XmlNode[], { item, issues }: ItemContext): object | null => {
  const rules = scoringRules(item).filter(({ score }) => score > 0)
  const rightLabels = responses.flatMap((response) => labelsOf(response, []))
  const usedRights = new Set<string>()
  const pairs = responses.map((response) => {
    const ident = response.attributes['ident'] ?? ''
    const condition = rules.flatMap((rule) => rule.conditions).find(({ respident }) => respident === ident)
    const rightLabel = rightLabels.find(({ id }) => id === condition?.value)
    if (rightLabel) usedRights.add(rightLabel.text)
    const left = elements(response, 'material').map((node) => materialText(node, 'options', issues))
    return { left: left.join('\n'), right: rightLabel?.text ?? '' }
  })
  if (pairs.some(({ right }) => right === '')) {
    issues.push({ code: 'answer_missing', field: 'answer' })
    return null
  }
  const extra = [...new Set(rightLabels.map(({ text }) => text))].filter((text) => !usedRights.has(text))
  return { kind: 'matching', pairs, extra }
}
