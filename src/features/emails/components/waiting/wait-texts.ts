import { useTranslation } from 'react-i18next'
import type { Campaign } from '#contract/emails/campaigns.ts'
import type { MailWait } from '#contract/emails/waits.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { formatDate } from '#src/shared/lib/format.ts'

type Waiting = Pick<Campaign, 'automation' | 'state' | 'wait'>

/** What the state of a campaign says already. */
const EXPECTED = ['scheduled', 'paused', 'own_clock'] as const
type Trouble = Exclude<MailWait['reason'], (typeof EXPECTED)[number]>
const isTrouble = (reason: MailWait['reason']): reason is Trouble =>
  !EXPECTED.some((expected) => expected === reason)

/** Where a superadmin mends it. */
const REMEDIES: Record<Trouble, { part: string; label: 'limits' | 'health' | 'jobs' } | null> = {
  mail_limit: { part: '', label: 'limits' },
  sending_off: { part: '', label: 'limits' },
  unreachable: { part: '?part=health', label: 'health' },
  refused: { part: '?part=health', label: 'health' },
  stalled: { part: '?part=jobs', label: 'jobs' },
  starter_left: null,
}

/** Why mails wait though nobody here wanted it, in the viewer's words; null while all is as expected. */
export const useWaitTexts = ({ automation, state, wait }: Waiting) => {
  const { t } = useTranslation('emails')
  const language = useLanguage()
  const isSuperadmin = useAppSelector((store) => selectUser(store).role === 'superadmin')
  if (wait === null || !isTrouble(wait.reason)) return null
  const { reason, since, until } = wait
  const isBeyondPlan = reason === 'mail_limit' && until === null
  const time = (at: string) => formatDate(at, language, { time: true })
  const goesOn =
    reason !== 'mail_limit' ? 'nextTry' : automation === null && state === 'paused' ? 'continueFrom' : 'from'
  const remedy = isSuperadmin ? REMEDIES[reason] : null
  return {
    title: t(isBeyondPlan ? 'wait.beyond_plan' : `wait.${reason}`),
    times: [
      since !== null && t('wait.since', { time: time(since) }),
      until !== null && t(`wait.${goesOn}`, { time: time(until) }),
    ].filter((part) => part !== false),
    advice: remedy ? null : t(isBeyondPlan ? 'wait.advice.beyond_plan' : `wait.advice.${reason}`),
    remedy: remedy && { to: `${adminPaths.platform}${remedy.part}`, label: t(`wait.remedy.${remedy.label}`) },
  }
}
