import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MailFeedback } from '#contract/emails/feedback.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { feedbackQuery, useOpenTracking, useRenewKey } from '../../api/feedback.queries.ts'

/** What is counted of mails, and where the mail provider reports bounces and complaints. */
export const FeedbackPart = () => {
  const { t } = useTranslation('emails')
  const feedback = useQuery(feedbackQuery())
  return (
    <ListStates
      rows={feedback.data && [feedback.data]}
      query={feedback}
      texts={{ loading: t('loading'), failed: t('feedback.failed'), empty: { title: t('parts.feedback') } }}
      skeleton={{ rows: 2, className: 'h-40' }}
    >
      {([found]) =>
        found && (
          <div className="flex max-w-2xl flex-col gap-6">
            <Counting feedback={found} />
            <Reports feedback={found} />
          </div>
        )
      }
    </ListStates>
  )
}

const Counting = ({ feedback }: { feedback: MailFeedback }) => {
  const { t } = useTranslation('emails')
  const notify = useNotify()
  const { mutate, isPending } = useOpenTracking()
  return (
    <Card as="section" className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold text-ink">{t('feedback.counting')}</h2>
      <p className="text-sm text-ink-muted">{t('feedback.clicks')}</p>
      <Switch
        label={t('feedback.opens')}
        hint={t('feedback.opensHint')}
        checked={feedback.track_opens}
        disabled={isPending}
        onChange={(isOn) =>
          mutate(isOn, {
            onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
          })
        }
      />
    </Card>
  )
}

/** `type` is bounce or complaint; all but `type` and `email` may be left out. */
const SAMPLE = JSON.stringify(
  {
    events: [
      {
        type: 'bounce',
        email: 'asha@example.org',
        permanent: true,
        at: '2026-11-27T10:00:00Z',
        message_id: '<…>',
        detail: '550 no such user',
      },
      { type: 'complaint', email: 'badr@example.org' },
    ],
  },
  null,
  2,
)

const Reports = ({ feedback }: { feedback: MailFeedback }) => {
  const { t } = useTranslation('emails')
  const language = useLanguage()
  const [copied, setCopied] = useState<'ready' | 'done' | 'failed'>('ready')
  const [isAsking, setAsking] = useState(false)
  const url = feedback.events_url ?? new URL(feedback.events_path, window.location.origin).href
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => setCopied('done'),
      () => setCopied('failed'),
    )
  const last = feedback.last_event_at
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold text-ink">{t('feedback.reports')}</h2>
      <p className="text-sm text-ink-muted">{t('feedback.reportsText')}</p>
      <Field label={t('feedback.address')} hint={t('feedback.addressHint')}>
        {(control) => (
          <TextInput {...control} readOnly dir="ltr" value={url} onFocus={({ target }) => target.select()} />
        )}
      </Field>
      <details className="text-sm">
        <summary className="cursor-pointer font-medium text-ink">{t('feedback.form')}</summary>
        <pre dir="ltr" className="mt-2 overflow-x-auto rounded bg-surface-sunken p-3 text-ink">
          {SAMPLE}
        </pre>
      </details>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="secondary" onClick={copy}>
          <span aria-live="polite">{t(`feedback.copy.${copied}`)}</span>
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
          {t('feedback.renew')}
        </Button>
      </div>
      <p className="text-sm text-ink-muted">
        {last === null
          ? t('feedback.none')
          : t('feedback.last', { time: formatDate(last, language, { time: true }) })}
      </p>
      {isAsking && <RenewDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

const RenewDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('emails')
  const notify = useNotify()
  const { mutate, isPending } = useRenewKey()
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !isPending && onClose()}
      title={t('feedback.renewTitle')}
      description={t('feedback.renewText')}
      closeLabel={t('cancel')}
      actions={
        <>
          <Button
            pending={isPending}
            onClick={() =>
              mutate(undefined, {
                onSuccess: onClose,
                onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
              })
            }
          >
            {t('feedback.renew')}
          </Button>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    />
  )
}
