import { useTranslation } from 'react-i18next'
import type { AssessmentFinding, DrawRule } from '#contract/assessments/admin/draw-rules.ts'
import type { BankTopic } from '#contract/question-bank/question-bank.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

type Props = {
  findings: readonly AssessmentFinding[]
  rules: readonly DrawRule[]
  topics: readonly BankTopic[]
}

/** The reasons why the assessment cannot be activated, one sentence each. */
export const FindingList = ({ findings, rules, topics }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { local } = useLocalized()
  const sentence = ({ code, rule, question_id: questionId, needed, available }: AssessmentFinding) => {
    const drawRule = rule === null ? undefined : rules[rule]
    const topic = topics.find(({ id }) => id === drawRule?.topic_id)
    return t(`finding.${code}`, {
      topic: isolated(topic ? local(topic.names) : ''),
      difficulty: t(`difficulty.${drawRule?.difficulty ?? 'any'}`),
      id: questionId ?? '',
      needed,
      available,
    })
  }
  return (
    <Alert kind="warning" title={t('finding.title')}>
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.code}-${finding.rule}-${finding.question_id}`}>{sentence(finding)}</li>
        ))}
      </ul>
    </Alert>
  )
}
