import { createContext, use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RiskLearner } from '#contract/dashboard/at-risk.ts'

export type RenderWrite = (learner: RiskLearner, draft: { subject: string; text: string }) => ReactNode

/** Writing to people is another feature; the app hands it in where the client has it. */
export const WriteContext = createContext<RenderWrite | null>(null)

/** A way to write to the learner, with a friendly beginning that fits the first reason. */
export const WriteButton = ({ learner }: { learner: RiskLearner }) => {
  const { t } = useTranslation('dashboard')
  const render = use(WriteContext)
  const [first] = learner.reasons
  if (!render || !first) return null
  return render(learner, {
    subject: t('risk.mail.subject'),
    text: t(`risk.mail.${first.reason}`, { course: first.course?.title ?? '' }),
  })
}
