/** One item of QTI 2 or 3, its names in the form of version 2. */
import { cut } from '#contract/text/truncate.ts'
import type { QuestionIssue } from '#contract/question-bank/question-import.ts'
import { descendants, element, elements, textOf, type XmlNode } from '#server/core/packages/xml.ts'
import { plainFromHtml, plainFromXml } from './plain-text.ts'
import type { RowParts, Written, WrittenOption } from './row.ts'
import { numberOf, yesOrNo } from './texts.ts'

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
const skipped = (one: XmlNode) =>
  INTERACTIONS.has(one.name) || isFeedback(one) || one.name === 'rubricBlock' || one.name === 'stylesheet'

interface Item {
  root: XmlNode
  body: XmlNode
  interaction: XmlNode
  /** Of the interaction's own response. */
  declaration: XmlNode | null
  right: string[]
  feedback: ReadonlyMap<string, string>
  issues: QuestionIssue[]
}

/** What an item says; issues where it says what this product has no question for. */
export const itemFrom = (root: XmlNode): Omit<RowParts, 'row'> => {
  const issues: QuestionIssue[] = []
  const body = element(root, 'itemBody')
  const found = body ? descendants(body, ({ name }) => INTERACTIONS.has(name)) : []
  const [interaction] = found
  if (!body || !interaction) {
    issues.push({ code: 'kind_unsupported', field: 'kind', detail: 'no interaction' })
    return { written: null, issues }
  }
  if (found.length > 1) {
    issues.push({ code: 'several_interactions', field: 'kind', detail: String(found.length) })
    return { written: null, issues }
  }
  const identifier = interaction.attributes['responseIdentifier'] ?? 'RESPONSE'
  const declaration =
    elements(root, 'responseDeclaration').find((one) => one.attributes['identifier'] === identifier) ?? null
  const correct = element(declaration, 'correctResponse')
  const right = correct ? elements(correct, 'value').map((value) => textOf(value).trim()) : []
  const { feedback, general } = feedbackOf(root, body, issues)
  const item: Item = { root, body, interaction, declaration, right, feedback, issues }
  const made = bodyFrom(item)
  if (!made) return { written: null, issues }
  const points = pointsOf(root)
  const written = {
    prompt: promptOf(item),
    explanation: general,
    ...(points === null ? {} : { points }),
    ...made,
  } as Written
  return { written, issues: distinct(issues) }
}

const distinct = (issues: readonly QuestionIssue[]): QuestionIssue[] => [
  ...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values(),
]

/** A gap in the text shows as a line; what the interaction asks itself comes behind. */
const promptOf = ({ body, interaction, issues }: Item): string => {
  const inline = interaction.name === 'textEntryInteraction' || interaction.name === 'inlineChoiceInteraction'
  const gap = (node: XmlNode): XmlNode =>
    node === interaction
      ? { name: 'span', attributes: {}, children: [' _____ '] }
      : {
          ...node,
          children: node.children.map((child) => (typeof child === 'string' ? child : gap(child))),
        }
  const outer = plainFromXml(inline ? gap(body) : body, 'prompt', skipped)
  const prompt = element(interaction, 'prompt')
  const inner = prompt ? plainFromXml(prompt, 'prompt', skipped) : { text: '', issues: [] }
  issues.push(...outer.issues, ...inner.issues)
  const text = inline ? outer.text.replace(/\s*_____\s*$/, '') : outer.text
  return [text, inner.text].filter(Boolean).join('\n\n')
}

/** What is said to a choice stands under its identifier; what is said to anybody is the explanation. */
const feedbackOf = (root: XmlNode, body: XmlNode, issues: QuestionIssue[]) => {
  const feedback = new Map<string, string>()
  const general: string[] = []
  const choices = new Set(
    descendants(body, ({ name }) => /^(simpleChoice|inlineChoice)$/.test(name)).map(
      ({ attributes }) => attributes['identifier'] ?? '',
    ),
  )
  const all = [
    ...elements(root, 'modalFeedback'),
    ...descendants(body, (one) => isFeedback(one) || one.name === 'rubricBlock'),
  ]
  for (const one of all) {
    const plain = plainFromXml(one, 'explanation', () => false)
    const at = one.attributes['identifier'] ?? ''
    if (plain.text === '' || one.attributes['showHide'] === 'hide') continue
    issues.push(...plain.issues)
    if (choices.has(at)) feedback.set(at, plain.text)
    else if (!general.includes(plain.text)) general.push(plain.text)
  }
  return { feedback, general: general.join('\n\n') }
}

const pointsOf = (root: XmlNode): number | null => {
  const outcomes = elements(root, 'outcomeDeclaration')
  const outcome = (name: string) =>
    outcomes.find(({ attributes }) => attributes['identifier'] === name) ?? null
  const most = textOf(element(element(outcome('MAXSCORE'), 'defaultValue'), 'value')).trim()
  return numberOf(most) ?? numberOf(outcome('SCORE')?.attributes['normalMaximum'] ?? '')
}

type Body = object | null

const bodyFrom = (item: Item): Body => {
  const { interaction, issues } = item
  switch (interaction.name) {
    case 'choiceInteraction':
    case 'inlineChoiceInteraction':
      return choice(item)
    case 'orderInteraction': {
      const texts = choicesOf(item, interaction, 'simpleChoice')
      if (item.right.length === 0) return without(issues, 'answer_missing')
      const items = item.right.map((id) => texts.get(id))
      if (items.some((text) => text === undefined) || items.length !== texts.size)
        return without(issues, 'answer_unknown', item.right.join(' '))
      return { kind: 'ordering', items }
    }
    case 'matchInteraction':
      return match(item)
    case 'textEntryInteraction':
      return entry(item)
    default:
      return without(issues, 'kind_unsupported', interaction.name, 'kind')
  }
}

const without = (
  issues: QuestionIssue[],
  code: QuestionIssue['code'],
  detail = '',
  field = 'answer',
): null => {
  issues.push({ code, field, ...(detail ? { detail: cut(detail, 100) } : {}) })
  return null
}

const choicesOf = ({ issues }: Item, parent: XmlNode, name: string): Map<string, string> =>
  new Map(
    elements(parent, name).map((one) => {
      const plain = plainFromXml(one, 'options', isFeedback)
      issues.push(...plain.issues)
      return [one.attributes['identifier'] ?? '', plain.text]
    }),
  )

const choice = (item: Item): Body => {
  const { interaction, declaration, issues, feedback } = item
  const name = interaction.name === 'inlineChoiceInteraction' ? 'inlineChoice' : 'simpleChoice'
  const texts = choicesOf(item, interaction, name)
  const right = new Set(item.right.length > 0 ? item.right : mapped(declaration).map(({ key }) => key))
  if (right.size === 0) return without(issues, 'answer_missing')
  if ([...right].some((id) => !texts.has(id))) return without(issues, 'answer_unknown', [...right].join(' '))
  const said = (id: string) => feedback.get(id) ?? ''
  const ids = [...texts.keys()].map((id) => id.toLowerCase())
  if (ids.length === 2 && ids.includes('true') && ids.includes('false')) {
    const [first] = right
    const find = (word: string) => [...texts.keys()].find((id) => id.toLowerCase() === word) ?? ''
    return {
      kind: 'true_false',
      answer: yesOrNo(first ?? '') ?? false,
      explanation_true: said(find('true')),
      explanation_false: said(find('false')),
    }
  }
  const options = [...texts].map(([id, text]): WrittenOption => ({
    text,
    correct: right.has(id),
    explanation: said(id),
  }))
  const cardinality = declaration?.attributes['cardinality'] ?? 'single'
  if (cardinality !== 'multiple') return { kind: 'single', options }
  const weights = mapped(declaration).map(({ value }) => value)
  if (weights.some((weight) => weight !== weights[0]))
    issues.push({ code: 'weights_evened', field: 'options' })
  return { kind: 'multiple', options, partial: weights.length > 0 }
}

/** Entries of the mapping that earn something, best first where they differ. */
const mapped = (declaration: XmlNode | null) => {
  const mapping = element(declaration, 'mapping')
  return (mapping ? elements(mapping, 'mapEntry') : [])
    .map(({ attributes }) => ({
      key: (attributes['mapKey'] ?? '').trim(),
      value: numberOf(attributes['mappedValue'] ?? '') ?? 0,
      exact: attributes['caseSensitive'] === 'true',
    }))
    .filter(({ value }) => value > 0)
}

const match = (item: Item): Body => {
  const { interaction, issues, declaration } = item
  const sets = elements(interaction, 'simpleMatchSet')
  const [lefts, rights] = sets
  if (!lefts || !rights) return without(issues, 'row_broken', 'simpleMatchSet')
  const left = choicesOf(item, lefts, 'simpleAssociableChoice')
  const right = choicesOf(item, rights, 'simpleAssociableChoice')
  const given = item.right.length > 0 ? item.right : mapped(declaration).map(({ key }) => key)
  const pairs = given.map((pair) => pair.split(/\s+/))
  if (pairs.length === 0) return without(issues, 'answer_missing')
  const named = pairs.map(([from, to]) => ({ left: left.get(from ?? ''), right: right.get(to ?? '') }))
  if (named.some((pair) => pair.left === undefined || pair.right === undefined))
    return without(issues, 'answer_unknown', given.join(', '))
  // A table of ticks: one line with several of them is no pairing.
  if (new Set(pairs.map(([from]) => from)).size !== pairs.length || pairs.length !== left.size)
    return without(issues, 'kind_unsupported', 'matchInteraction', 'kind')
  const used = new Set(pairs.map(([, to]) => to))
  return {
    kind: 'matching',
    pairs: named,
    extra: [...right].filter(([id]) => !used.has(id)).map(([, text]) => text),
  }
}

const entry = (item: Item): Body => {
  const { declaration, issues, root } = item
  const type = declaration?.attributes['baseType'] ?? 'string'
  const entries = mapped(declaration)
  const best = Math.max(0, ...entries.map(({ value }) => value))
  const full = entries.filter(({ value }) => value === best)
  if (full.length < entries.length) issues.push({ code: 'partial_answers_dropped', field: 'answer' })
  const right = [...new Set([...item.right, ...full.map(({ key }) => key)])].filter(Boolean)
  const [first] = right
  if (first === undefined) return without(issues, 'answer_missing')
  if (type !== 'integer' && type !== 'float')
    return {
      kind: 'short',
      accepted: right.map((text) => plainFromHtml(text.replaceAll('<', '&lt;'), 'answer').text),
      case_sensitive: full.some(({ exact }) => exact),
    }
  const value = numberOf(first)
  if (value === null) return without(issues, 'number_invalid', first)
  return { kind: 'numeric', value, tolerance: toleranceOf(root, value) }
}

/** Of the comparison in the response processing; the wider side where the two differ. */
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
