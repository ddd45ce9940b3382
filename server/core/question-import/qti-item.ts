/** Reads one item of QTI 2 or 3, with names in the form of version 2. */
import { cut } from '#contract/text/truncate.ts'
import type { QuestionIssue } from '#contract/question-bank/question-import.ts'
import { descendants, element, elements, textOf, type XmlNode } from '#server/core/packages/xml.ts'
import { sideOf, withFeedback, type Feedback } from './feedback.ts'
import { plainFromHtml, plainFromXml } from './plain-text.ts'
import type { RowParts, ParsedQuestion, ParsedOption } from './row.ts'
import { numberOf, yesOrNo } from './vocabulary.ts'

const INTERACTIONS = new Set([
  'choiceInteraction',
  'inlineChoiceInteraction',
  'orderInteraction',
  'matchInteraction',
  'associateInteraction',
  'gapMatchInteraction',
  'textEntryInteraction',
  'extendedTextInteraction',
  'hottextInteraction',
  'hotspotInteraction',
  'selectPointInteraction',
  'graphicOrderInteraction',
  'graphicAssociateInteraction',
  'graphicGapMatchInteraction',
  'positionObjectInteraction',
  'sliderInteraction',
  'mediaInteraction',
  'drawingInteraction',
  'uploadInteraction',
  'customInteraction',
  'portableCustomInteraction',
])
const isFeedback = ({ name }: XmlNode) => name === 'feedbackInline' || name === 'feedbackBlock'
const isSkipped = (node: XmlNode) =>
  INTERACTIONS.has(node.name) || isFeedback(node) || node.name === 'rubricBlock' || node.name === 'stylesheet'

interface ItemContext {
  root: XmlNode
  body: XmlNode
  interaction: XmlNode
  /** The declaration of the interaction's response. */
  declaration: XmlNode | null
  rightIds: string[]
  feedback: ReadonlyMap<string, string>
  issues: QuestionIssue[]
}

/** Converts an item; adds issues for what this product does not support. */
export const itemFrom = (root: XmlNode): Omit<RowParts, 'row'> => {
  const issues: QuestionIssue[] = []
  const body = element(root, 'itemBody')
  const reject = (code: QuestionIssue['code'], detail?: string): Omit<RowParts, 'row'> => {
    issues.push({ code, field: 'kind', ...(detail ? { detail } : {}) })
    return { parsed: null, prompt: beginningOf(root, body), issues }
  }
  // Its numbers are computed for each learner; without them the text has holes and the key is wrong.
  if (descendants(root, ({ name }) => TEMPLATE_ELEMENTS.has(name)).length > 0)
    return reject('template_unsupported')
  const interactions = body ? descendants(body, ({ name }) => INTERACTIONS.has(name)) : []
  const [interaction] = interactions
  if (!body || !interaction) return reject('kind_unsupported', 'no interaction')
  if (interactions.length > 1) return reject('several_interactions', String(interactions.length))
  const identifier = interaction.attributes['responseIdentifier'] ?? 'RESPONSE'
  const declaration =
    elements(root, 'responseDeclaration').find(
      (declaration) => declaration.attributes['identifier'] === identifier,
    ) ?? null
  const correct = element(declaration, 'correctResponse')
  const rightIds = correct ? elements(correct, 'value').map((value) => textOf(value).trim()) : []
  const { feedback, ...bySide } = feedbackOf(root, body, issues)
  const item: ItemContext = { root, body, interaction, declaration, rightIds, feedback, issues }
  const answer = parseAnswer(item)
  if (!answer) return { parsed: null, prompt: beginningOf(root, body), issues: uniqueIssues(issues) }
  const points = pointsOf(root)
  const parsed = {
    prompt: promptOf(item),
    ...(points === null ? {} : { points }),
    ...withFeedback(answer, bySide, issues),
  } as ParsedQuestion
  return { parsed, issues: uniqueIssues(issues) }
}

const TEMPLATE_ELEMENTS = new Set(['templateDeclaration', 'templateProcessing', 'printedVariable'])

/** What a person recognises a rejected item by. */
const beginningOf = (root: XmlNode, body: XmlNode | null): string =>
  (body && plainFromXml(body, 'prompt', isSkipped).text) || (root.attributes['title'] ?? '')

const uniqueIssues = (issues: readonly QuestionIssue[]): QuestionIssue[] => [
  ...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values(),
]

/** A gap in the text becomes a line; the prompt of the interaction follows. */
const promptOf = ({ body, interaction, issues }: ItemContext): string => {
  const isInline =
    interaction.name === 'textEntryInteraction' || interaction.name === 'inlineChoiceInteraction'
  const replaceGap = (node: XmlNode): XmlNode =>
    node === interaction
      ? { name: 'span', attributes: {}, children: [' _____ '] }
      : {
          ...node,
          children: node.children.map((child) => (typeof child === 'string' ? child : replaceGap(child))),
        }
  const outer = plainFromXml(isInline ? replaceGap(body) : body, 'prompt', isSkipped)
  const prompt = element(interaction, 'prompt')
  const inner = prompt ? plainFromXml(prompt, 'prompt', isSkipped) : { text: '', issues: [] }
  issues.push(...outer.issues, ...inner.issues)
  const text = isInline ? outer.text.replace(/\s*_____\s*$/, '') : outer.text
  return [text, inner.text].filter(Boolean).join('\n\n')
}

type OptionFeedback = Feedback & { feedback: ReadonlyMap<string, string> }

/** Feedback with the identifier of a choice belongs to that choice; other feedback is for right or wrong answers. */
const feedbackOf = (root: XmlNode, body: XmlNode, issues: QuestionIssue[]): OptionFeedback => {
  const feedback = new Map<string, string>()
  const texts = { general: [] as string[], right: [] as string[], wrong: [] as string[] }
  const sides = sidesOf(root)
  const choices = new Set(
    descendants(body, ({ name }) => /^(simpleChoice|inlineChoice)$/.test(name)).map(
      ({ attributes }) => attributes['identifier'] ?? '',
    ),
  )
  const feedbackNodes = [
    ...elements(root, 'modalFeedback'),
    ...descendants(body, (node) => isFeedback(node) || node.name === 'rubricBlock'),
  ]
  for (const node of feedbackNodes) {
    const plain = plainFromXml(node, 'explanation', () => false)
    const identifier = node.attributes['identifier'] ?? ''
    if (plain.text === '') continue
    const isHidden = node.attributes['showHide'] === 'hide'
    const outcome = `${node.attributes['outcomeIdentifier'] ?? ''} ${identifier}`
    const side = sides.get(outcome) ?? sideOf(identifier)
    if (isHidden && (side === null || choices.has(identifier))) {
      issues.push({ code: 'feedback_dropped', field: 'explanation', detail: cut(plain.text, 100) })
      continue
    }
    issues.push(...plain.issues)
    if (choices.has(identifier)) feedback.set(identifier, plain.text)
    // Hidden for right answers means shown for wrong ones.
    else if (side !== null) texts[(side === 'right') === isHidden ? 'wrong' : 'right'].push(plain.text)
    else texts.general.push(plain.text)
  }
  return { feedback, ...texts }
}

/** Outcomes with the values that the response processing sets for a right answer, and for every other one. */
const sidesOf = (root: XmlNode): ReadonlyMap<string, 'right' | 'wrong'> => {
  const processing = element(root, 'responseProcessing')
  const conditions = processing ? descendants(processing, ({ name }) => name === 'responseCondition') : []
  const sides = new Map<string, 'right' | 'wrong'>()
  for (const condition of conditions) {
    const branches = elements(condition)
    const rightBranch = branches.find(isRightAnswer)
    if (!rightBranch) continue
    for (const value of outcomeValues(rightBranch)) sides.set(value, 'right')
    const otherwise = branches.find(({ name }) => name === 'responseElse')
    for (const value of otherwise ? outcomeValues(otherwise) : [])
      if (!sides.has(value)) sides.set(value, 'wrong')
  }
  return sides
}

/** Whether the branch compares the response with the right one. */
const isRightAnswer = (branch: XmlNode): boolean =>
  elements(branch).some(({ name, children }) =>
    name === 'match'
      ? children.some((child) => typeof child !== 'string' && child.name === 'correct')
      : false,
  )

const outcomeValues = (branch: XmlNode): string[] =>
  elements(branch, 'setOutcomeValue').flatMap((node) => {
    const value = textOf(element(node, 'baseValue')).trim()
    return value === '' ? [] : [`${node.attributes['identifier'] ?? ''} ${value}`]
  })

const pointsOf = (root: XmlNode): number | null => {
  const outcomes = elements(root, 'outcomeDeclaration')
  const outcome = (name: string) =>
    outcomes.find(({ attributes }) => attributes['identifier'] === name) ?? null
  const maxScore = textOf(element(element(outcome('MAXSCORE'), 'defaultValue'), 'value')).trim()
  return numberOf(maxScore) ?? numberOf(outcome('SCORE')?.attributes['normalMaximum'] ?? '')
}

type ParsedAnswer = Record<string, unknown> | null

const parseAnswer = (item: ItemContext): ParsedAnswer => {
  const { interaction, issues } = item
  switch (interaction.name) {
    case 'choiceInteraction':
    case 'inlineChoiceInteraction':
      return choice(item)
    case 'orderInteraction': {
      const texts = choicesOf(item, interaction, 'simpleChoice')
      if (item.rightIds.length === 0) return reject(issues, 'answer_missing')
      const items = item.rightIds.map((id) => texts.get(id))
      if (items.some((text) => text === undefined) || items.length !== texts.size)
        return reject(issues, 'answer_unknown', item.rightIds.join(' '))
      return { kind: 'ordering', items }
    }
    case 'matchInteraction':
      return match(item)
    case 'textEntryInteraction':
      return textEntry(item)
    default:
      return reject(issues, 'kind_unsupported', interaction.name, 'kind')
  }
}

const reject = (
  issues: QuestionIssue[],
  code: QuestionIssue['code'],
  detail = '',
  field = 'answer',
): null => {
  issues.push({ code, field, ...(detail ? { detail: cut(detail, 100) } : {}) })
  return null
}

const choicesOf = ({ issues }: ItemContext, parent: XmlNode, name: string): Map<string, string> =>
  new Map(
    elements(parent, name).map((node) => {
      const plain = plainFromXml(node, 'options', isFeedback)
      issues.push(...plain.issues)
      return [node.attributes['identifier'] ?? '', plain.text]
    }),
  )

const choice = (item: ItemContext): ParsedAnswer => {
  const { interaction, declaration, issues, feedback } = item
  const name = interaction.name === 'inlineChoiceInteraction' ? 'inlineChoice' : 'simpleChoice'
  const texts = choicesOf(item, interaction, name)
  const rightIds = new Set(
    item.rightIds.length > 0 ? item.rightIds : scoredEntries(declaration).map(({ key }) => key),
  )
  if (rightIds.size === 0) return reject(issues, 'answer_missing')
  if ([...rightIds].some((id) => !texts.has(id)))
    return reject(issues, 'answer_unknown', [...rightIds].join(' '))
  const feedbackFor = (id: string) => feedback.get(id) ?? ''
  const ids = [...texts.keys()].map((id) => id.toLowerCase())
  if (ids.length === 2 && ids.includes('true') && ids.includes('false')) {
    const [firstRight] = rightIds
    const idOf = (word: string) => [...texts.keys()].find((id) => id.toLowerCase() === word) ?? ''
    return {
      kind: 'true_false',
      answer: yesOrNo(firstRight ?? '') ?? false,
      explanation_true: feedbackFor(idOf('true')),
      explanation_false: feedbackFor(idOf('false')),
    }
  }
  const options = [...texts].map(([id, text]): ParsedOption => ({
    text,
    correct: rightIds.has(id),
    explanation: feedbackFor(id),
  }))
  const cardinality = declaration?.attributes['cardinality'] ?? 'single'
  const order = keptOrder(interaction, name)
  if (cardinality !== 'multiple') return { kind: 'single', options, ...order }
  const weights = scoredEntries(declaration).map(({ value }) => value)
  if (weights.some((weight) => weight !== weights[0]))
    issues.push({ code: 'weights_evened', field: 'options' })
  return { kind: 'multiple', options, partial: weights.length > 0, ...order }
}

/**
 * The standard shuffles only with `shuffle="true"`, and then not the choices with `fixed="true"`. One fixed choice keeps
 * the order of all.
 */
const keptOrder = (interaction: XmlNode, choiceName: string): { keep_order?: boolean } => {
  const isShuffled = interaction.attributes['shuffle'] === 'true'
  const hasFixed = elements(interaction, choiceName).some(({ attributes }) => attributes['fixed'] === 'true')
  return { keep_order: !isShuffled || hasFixed }
}

/** Entries of the mapping that earn points. */
const scoredEntries = (declaration: XmlNode | null) => {
  const mapping = element(declaration, 'mapping')
  return (mapping ? elements(mapping, 'mapEntry') : [])
    .map(({ attributes }) => ({
      key: (attributes['mapKey'] ?? '').trim(),
      value: numberOf(attributes['mappedValue'] ?? '') ?? 0,
      exact: attributes['caseSensitive'] === 'true',
    }))
    .filter(({ value }) => value > 0)
}

const match = (item: ItemContext): ParsedAnswer => {
  const { interaction, issues, declaration } = item
  const sets = elements(interaction, 'simpleMatchSet')
  const [lefts, rights] = sets
  if (!lefts || !rights) return reject(issues, 'row_broken', 'simpleMatchSet')
  const left = choicesOf(item, lefts, 'simpleAssociableChoice')
  const right = choicesOf(item, rights, 'simpleAssociableChoice')
  const pairTexts =
    item.rightIds.length > 0 ? item.rightIds : scoredEntries(declaration).map(({ key }) => key)
  const pairs = pairTexts.map((pair) => pair.split(/\s+/))
  if (pairs.length === 0) return reject(issues, 'answer_missing')
  const matched = pairs.map(([leftId, rightId]) => ({
    left: left.get(leftId ?? ''),
    right: right.get(rightId ?? ''),
  }))
  if (matched.some((pair) => pair.left === undefined || pair.right === undefined))
    return reject(issues, 'answer_unknown', pairTexts.join(', '))
  // A table with several ticks in one row is no pairing.
  if (new Set(pairs.map(([leftId]) => leftId)).size !== pairs.length || pairs.length !== left.size)
    return reject(issues, 'kind_unsupported', 'matchInteraction', 'kind')
  const usedRightIds = new Set(pairs.map(([, rightId]) => rightId))
  return {
    kind: 'matching',
    pairs: matched,
    extra: [...right].filter(([id]) => !usedRightIds.has(id)).map(([, text]) => text),
  }
}

const textEntry = (item: ItemContext): ParsedAnswer => {
  const { declaration, issues, root } = item
  const type = declaration?.attributes['baseType'] ?? 'string'
  const entries = scoredEntries(declaration)
  const bestValue = Math.max(0, ...entries.map(({ value }) => value))
  const fullCredit = entries.filter(({ value }) => value === bestValue)
  if (fullCredit.length < entries.length) issues.push({ code: 'partial_answers_dropped', field: 'answer' })
  const accepted = [...new Set([...item.rightIds, ...fullCredit.map(({ key }) => key)])].filter(Boolean)
  const [firstAccepted] = accepted
  if (firstAccepted === undefined) return reject(issues, 'answer_missing')
  if (type !== 'integer' && type !== 'float')
    return {
      kind: 'short',
      accepted: accepted.map((text) => plainFromHtml(text.replaceAll('<', '&lt;'), 'answer').text),
      case_sensitive: fullCredit.some(({ exact }) => exact),
    }
  const value = numberOf(firstAccepted)
  if (value === null) return reject(issues, 'number_invalid', firstAccepted)
  return { kind: 'numeric', value, tolerance: toleranceOf(root, value) }
}

/** From the comparison in the response processing; the larger side if the two differ. */
const toleranceOf = (root: XmlNode, value: number): number => {
  const processing = element(root, 'responseProcessing')
  const equal = processing
    ? descendants(processing, ({ name }) => name === 'equal').find(
        ({ attributes }) => attributes['tolerance'] !== undefined,
      )
    : undefined
  const sides = (equal?.attributes['tolerance'] ?? '').split(/\s+/).map((side) => numberOf(side) ?? 0)
  const widest = Math.max(0, ...sides)
  return equal?.attributes['toleranceMode'] === 'relative'
    ? Number(((Math.abs(value) * widest) / 100).toPrecision(12))
    : widest
}
