import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import type { OwnRegistration } from '#contract/workshops/shapes.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { saveFile } from '#src/shared/lib/save-file.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { cancelOwn, confirmOwn, type Own } from '../api/public-calls.ts'
import { StatusMark } from './StatusMark.tsx'

interface Props {
  own: Own
  onChange: (own: Own) => void
}

const isComing = ({ workshop }: OwnRegistration): boolean =>
  workshop.state !== 'cancelled' && new Date(workshop.starts_at).getTime() > Date.now()

/** How the registration stands, and the one thing to do next. */
export const OwnPanel = ({ own, onChange }: Props) => {
  const { t } = useTranslation('workshops')
  const language = useLanguage()
  const { registration, token } = own
  const { status } = registration
  const actions = useActions(token, onChange)
  const isOpen = isComing(registration)
  return (
    <section aria-label={t(`own.${status}`)} className="flex flex-col gap-4">
      <StatusMark status={status} />
      <div role="status">
        <h2 className="text-xl font-bold text-ink">{t(`own.${status}`)}</h2>
        <p className="mt-1 text-ink-muted wrap-anywhere">
          {t(`own.${status}Text`, {
            until: registration.until ? formatDate(registration.until, language, { time: true }) : '',
            position: registration.position ?? 1,
            name: isolated(registration.name),
            email: isolated(registration.email),
          })}
        </p>
      </div>
      {actions.failure !== null && <Alert kind="error">{actions.failure}</Alert>}
      {isOpen && (status === 'registered' || status === 'offered') && (
        <Button size="lg" block pending={actions.isBusy} onClick={() => void actions.run(confirmOwn)}>
          {t(status === 'offered' ? 'own.take' : 'own.confirm')}
        </Button>
      )}
      <SeatLinks registration={registration} />
      {isOpen && status !== 'cancelled' && (
        <GiveUp status={status} isBusy={actions.isBusy} onYes={() => void actions.run(cancelOwn)} />
      )}
    </section>
  )
}

const useActions = (token: string, onChange: (own: Own) => void) => {
  const { t } = useTranslation('workshops')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (call: (token: string) => Promise<OwnRegistration>) => {
    setBusy(true)
    setFailure(null)
    try {
      onChange({ registration: await call(token), token })
    } catch (error) {
      const isGone = isApiError(error) && error.status === 404
      setFailure(t(isGone ? 'errors.link' : 'errors.action'))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, run }
}

const SeatLinks = ({ registration: { calendar, link, workshop } }: { registration: OwnRegistration }) => {
  const { t } = useTranslation('workshops')
  if (calendar === null || workshop.state === 'past') return null
  return (
    <div className="flex flex-col gap-3">
      {link !== '' && (
        <a className={buttonClass({ block: true })} href={link} target="_blank" rel="noreferrer">
          {t('own.join')}
        </a>
      )}
      <Button
        variant="secondary"
        block
        icon={<CalendarPlus aria-hidden="true" size={18} />}
        onClick={() => saveFile(`${workshop.code}.ics`, calendar, 'text/calendar')}
      >
        {t('own.calendar')}
      </Button>
    </div>
  )
}

interface GiveUpProps {
  status: OwnRegistration['status']
  isBusy: boolean
  onYes: () => void
}

/** Asks once, in place: a dialog would cost this small page its weight. */
const GiveUp = ({ status, isBusy, onYes }: GiveUpProps) => {
  const { t } = useTranslation('workshops')
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <button
        type="button"
        className="inline-flex min-h-11 items-center self-start font-medium text-error-text hover:underline"
        onClick={() => setAsking(true)}
      >
        {t(status === 'waiting' ? 'own.leave' : 'own.cancel')}
      </button>
    )
  return (
    <div role="group" aria-label={t('own.sure')} className="rounded-xl border border-line p-4">
      <p className="font-semibold text-ink">{t('own.sure')}</p>
      <p className="mt-0.5 text-sm text-ink-muted">{t('own.sureText')}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="danger" pending={isBusy} onClick={onYes}>
          {t('own.yes')}
        </Button>
        <Button variant="secondary" onClick={() => setAsking(false)}>
          {t('own.no')}
        </Button>
      </div>
    </div>
  )
}
