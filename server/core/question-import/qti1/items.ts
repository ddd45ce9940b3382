/** Reads QTI 1.2 from Common Cartridges: one document with many items, whose metadata contains their kind. */
import type { QuestionIssue } from '#contract/question-bank/question-import.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import { descendants, element, elements, textOf, type XmlNode } from '#server/core/packages/xml.ts'
import { sideOf, withFeedback } from '../feedback.ts'
import { plainFromHtml } from '../plain-text.ts'
import { fillInNumber, isNumberItem, numericAnswer } from './number.ts'
import { bestRules, scoringRules, type ItemContext } from './scoring.ts'
import type { RowParts, ParsedQuestion, ParsedOption } from '../row.ts'
import { numberOf, yesOrNo } from '../vocabulary.ts'

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

/** The kind of question, in the words of Common Cartridges or of Canvas. */
const profileOf = (metadata: ReadonlyMap<string, string>): string =>
  (metadata.get('cc_profile') ?? metadata.get('question_type') ?? '').toLowerCase()

export const itemFrom = (item: XmlNode): Omit<RowParts, 'row'> => {
  const issues: QuestionIssue[] = []
  const metadata = metadataOf(element(item, 'itemmetadata') ?? item)
  const presentation = element(item, 'presentation')
  const flow = element(presentation, 'flow') ?? presentation
  const materials = flow ? elements(flow, 'material') : []
  const prompt = materials.map((material) => materialText(material, 'prompt', issues)).join('\n')
  const feedback = new Map(
    elements(item, 'itemfeedback').map((node) => [
      node.attributes['ident'] ?? '',
      materialText(node, 'explanation', issues),
    ]),
  )
  const answer = flow
    ? parseAnswer(profileOf(metadata), flow, { item, issues, feedback: (id) => feedback.get(id) ?? '' })
    : null
  if (!flow) issues.push({ code: 'row_broken', detail: 'presentation' })
  if (!answer) return { parsed: null, prompt: prompt || (item.attributes['title'] ?? ''), issues }
  const points = numberOf(metadata.get('cc_weighting') ?? metadata.get('points_possible') ?? '')
  const textsOf = (side: 'right' | 'wrong') =>
    [...feedback].filter(([id]) => isForAll(id) && sideOf(id) === side).map(([, text]) => text)
  const parsed = {
    prompt: withGap(prompt, answer),
    ...(points === null ? {} : { points }),
    ...withFeedback(
      answer,
      { general: [feedback.get('general_fb') ?? ''], right: textsOf('right'), wrong: textsOf('wrong') },
      issues,
    ),
  } as ParsedQuestion
  const category = metadata.get('cc_question_category')
  return { parsed, issues, ...(category ? { extra: { topic: category } } : {}) }
}

/** Feedback that does not belong to one option. */
const isForAll = (id: string): boolean => /^(?:general_fb|(?:general_)?(?:in)?correct(?:_fb)?)$/.test(id)

/** Canvas writes a blank as its name in brackets. */
const withGap = (prompt: string, { blank }: { blank?: string }): string =>
  blank ? prompt.replaceAll(`[${blank}]`, '_____') : prompt

type ParsedAnswer = ({ blank?: string } & Record<string, unknown>) | null

const parseAnswer = (profile: string, flow: XmlNode, item: ItemContext): ParsedAnswer => {
  const responses = descendants(flow, ({ name }) => /^response_(?:lid|str|num|xy|grp)$/.test(name))
  const [response] = responses
  const reject = (code: QuestionIssue['code'], detail: string): null => {
    item.issues.push({ code, field: 'kind', ...(detail ? { detail } : {}) })
    return null
  }
  if (!response) return reject('kind_unsupported', profile || 'no response')
  if (/essay|file_upload/.test(profile)) return reject('kind_unsupported', 'essay')
  if (/matching/.test(profile) && responses.length > 1) return matching(responses, item)
  if (/calculated/.test(profile)) return reject('template_unsupported', '')
  if (responses.length > 1) return reject('several_interactions', String(responses.length))
  const blank = /dropdowns|multiple_blanks/.test(profile) ? textOf(element(response, 'material')).trim() : ''
  if (/multiple_blanks/.test(profile)) return { ...blanks(response, item), blank }
  if (response.name === 'response_lid') {
    const answer = choice(profile, response, item)
    return answer && { ...answer, blank }
  }
  if (isNumberItem(profile, response)) return numericAnswer(scoringRules(item.item), item)
  return response.name === 'response_str' ? short(item) : reject('kind_unsupported', response.name)
}

/** Every option of a blank is an accepted answer. */
const blanks = (response: XmlNode, { issues }: ItemContext) => ({
  kind: 'short',
  accepted: [...new Set(labelsOf(response, issues).map(({ text }) => text))].filter(Boolean),
})

const labelsOf = (response: XmlNode, issues: QuestionIssue[]) =>
  descendants(response, ({ name }) => name === 'response_label').map((label) => ({
    id: label.attributes['ident'] ?? '',
    text: materialText(label, 'options', issues),
  }))

const choice = (
  profile: string,
  response: XmlNode,
  { item, issues, feedback }: ItemContext,
): ParsedAnswer => {
  const labels = labelsOf(response, issues)
  const rules = scoringRules(item)
  const isMultiple = /multiple/i.test(response.attributes['rcardinality'] ?? '')
  const earningRules = isMultiple ? rules.filter(({ score }) => score > 0) : bestRules(rules)
  const rightIds = new Set(earningRules.flatMap(({ conditions }) => conditions.map(({ value }) => value)))
  if (rightIds.size === 0) {
    issues.push({ code: 'answer_missing', field: 'answer' })
    return null
  }
  const feedbackFor: FeedbackFor = (id) =>
    rules
      .filter(({ conditions }) => conditions.length === 1 && conditions[0]?.value === id)
      .flatMap(({ feedbackIds }) => feedbackIds)
      .filter((feedbackId) => !isForAll(feedbackId))
      .map(feedback)
      .filter(Boolean)
      .join('\n')
  const trueOrFalse = /true_?false/.test(profile) ? trueFalse(labels, rightIds, feedbackFor) : null
  if (trueOrFalse) return trueOrFalse
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

type FeedbackFor = (labelId: string) => string

/** Null unless the right one of two labels says yes or no; the question becomes a choice then. */
const trueFalse = (
  labels: ReturnType<typeof labelsOf>,
  rightIds: ReadonlySet<string>,
  feedbackFor: FeedbackFor,
): ParsedAnswer => {
  const rightLabel = labels.find(({ id }) => rightIds.has(id))
  if (labels.length !== 2 || !rightLabel) return null
  const answer = yesOrNo(rightLabel.text) ?? yesOrNo(rightLabel.id)
  if (answer === null) return null
  const otherLabel = labels.find(({ id }) => id !== rightLabel.id)
  const [trueLabel, falseLabel] = answer ? [rightLabel, otherLabel] : [otherLabel, rightLabel]
  return {
    kind: 'true_false',
    answer,
    explanation_true: feedbackFor(trueLabel?.id ?? ''),
    explanation_false: feedbackFor(falseLabel?.id ?? ''),
  }
}

const short = ({ item, issues }: ItemContext): ParsedAnswer => {
  const rules = scoringRules(item).filter(({ score }) => score > 0)
  const accepted = bestRules(rules).flatMap(({ conditions }) => conditions)
  if (accepted.length === 0) {
    issues.push({ code: 'answer_missing', field: 'answer' })
    return null
  }
  if (accepted.length < rules.flatMap(({ conditions }) => conditions).length)
    issues.push({ code: 'partial_answers_dropped', field: 'answer' })
  const values = [...new Set(accepted.map(({ value }) => value))]
  const number = fillInNumber(values)
  if (number !== null) {
    issues.push({ code: 'read_as_number', field: 'kind', detail: values.join(', ') })
    return { kind: 'numeric', value: number }
  }
  return {
    kind: 'short',
    accepted: values,
    case_sensitive: accepted.some(({ exact }) => exact),
  }
}

const matching = (responses: readonly XmlNode[], { item, issues }: ItemContext): ParsedAnswer => {
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
