/** Which answers of a QTI 1.2 item earn points. */
import type { QuestionIssue } from '#contract/question-bank/question-import.ts'
import { descendants, element, elements, textOf, type XmlNode } from '#server/core/packages/xml.ts'
import { numberOf } from '../vocabulary.ts'

export interface ItemContext {
  item: XmlNode
  issues: QuestionIssue[]
  feedback: (id: string) => string
}

export interface ScoringRule {
  node: XmlNode
  /** Identifiers or texts that the answer must contain. */
  conditions: { respident: string; value: string; exact: boolean }[]
  /** Percent or points. */
  score: number
  feedbackIds: string[]
}

/** The scoring conditions of the item, without those inside `not`. */
export const scoringRules = (item: XmlNode): ScoringRule[] =>
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
      node: condition,
      conditions: (variables ? positiveConditions(variables) : []).map((node) => ({
        respident: node.attributes['respident'] ?? '',
        value: textOf(node).trim(),
        exact: /^yes$/i.test(node.attributes['case'] ?? ''),
      })),
      score: Math.max(0, ...scores),
      feedbackIds: elements(condition, 'displayfeedback').map((node) => node.attributes['linkrefid'] ?? ''),
    }
  })

export const bestRules = (rules: readonly ScoringRule[]): ScoringRule[] => {
  const maxScore = Math.max(0, ...rules.map(({ score }) => score))
  return rules.filter(({ score }) => score > 0 && score === maxScore)
}
