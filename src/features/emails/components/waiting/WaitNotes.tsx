import Hourglass from 'lucide-react/icons/hourglass'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Campaign } from '#contract/emails/campaigns.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { useWaitTexts } from './wait-texts.ts'

type Waiting = Pick<Campaign, 'automation' | 'state' | 'wait'>

const linkClass =
  'inline-flex min-h-6 items-center font-medium text-primary-text underline pointer-coarse:min-h-11'

/** On the page of a campaign: why its mails wait, since when, and what helps. */
export const WaitNote = ({ campaign }: { campaign: Waiting }) => {
  const texts = useWaitTexts(campaign)
  if (texts === null) return null
  const { title, times, advice, remedy } = texts
  return (
    <Alert
      kind="warning"
      title={title}
      action={
        remedy && (
          <Link to={remedy.to} className={linkClass}>
            {remedy.label}
          </Link>
        )
      }
    >
      {[...times, advice].filter((part) => part !== null).join(' ')}
    </Alert>
  )
}

/** The same in a list: one line. */
export const WaitLine = ({ row }: { row: Waiting }) => {
  const texts = useWaitTexts(row)
  if (texts === null) return null
  const { title, times, remedy } = texts
  return (
    <p className="mt-1 flex items-start gap-2 text-sm text-warning-text">
      <Hourglass aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
      <span>
        {[title, ...times].join(' ')}
        {remedy && (
          <>
            {' '}
            <Link to={remedy.to} className={linkClass}>
              {remedy.label}
            </Link>
          </>
        )}
      </span>
    </p>
  )
}

/** Without a mail server nobody gets what is "sent". */
export const OutboxNote = ({ campaign: { has_mail_server: hasServer, state } }: { campaign: Campaign }) => {
  const { t } = useTranslation('emails')
  if (hasServer || state === 'draft' || state === 'cancelled') return null
  return <Alert title={t('wait.outbox')}>{t('wait.outboxText')}</Alert>
}
