import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '#contract/emails/campaigns.ts'
import { problemsOf } from '#contract/emails/content.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { isoToInput } from '#src/shared/lib/local-time.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { DateTimeInput } from '#src/shared/ui/forms/DateTimeInput.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { audienceQuery, optionsQuery, useSendCampaign } from '../../api/campaigns.queries.ts'
import { Problems, RemoveDraft, TestMail } from './send-parts.tsx'
import type { Autosave } from './use-autosave.ts'

type Props = { campaign: Campaign; autosave: Autosave }

/** Whose clock shows the time. */
const CLOCKS = ['mine', 'client', 'each'] as const
type Clock = (typeof CLOCKS)[number]
/** Null: now. */
type Start = { at: string; clock: Clock } | null

/** What is missing, a test mail, and sending now or at a time. */
export const SendStep = ({ campaign, autosave }: Props) => {
  const { t } = useTranslation('emails')
  const [at, setAt] = useState<string | null>(null)
  const [clock, setClock] = useState<Clock>('mine')
  const [isLater, setLater] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const audience = useQuery(audienceQuery(campaign, null, 1))
  const gets = audience.data?.gets ?? 0
  const problems = problemsOf(autosave.draft.content)
  const isReady = problems.length === 0 && gets > 0 && autosave.state === 'saved' && (!isLater || at !== null)
  const start: Start = isLater && at !== null ? { at, clock } : null
  return (
    <div className="flex max-w-reading flex-col gap-5">
      <Problems problems={problems} />
      {audience.data && gets === 0 && <Alert kind="warning" title={t('send.nobody')} />}
      <TestMail campaign={campaign} isReady={autosave.state === 'saved'} />
      <Card as="section" className="flex flex-col gap-5">
        <Segmented
          legend={t('send.when')}
          value={isLater ? 'later' : 'now'}
          options={(['now', 'later'] as const).map((value) => ({ value, label: t(`send.${value}`) }))}
          onChange={(value) => setLater(value === 'later')}
        />
        {isLater && <TimeFields at={at} clock={clock} onAt={setAt} onClock={setClock} />}
        <Button size="lg" disabled={!isReady} onClick={() => setAsking(true)}>
          {t(isLater ? 'send.schedule' : 'send.send', { count: gets })}
        </Button>
      </Card>
      <RemoveDraft campaign={campaign} />
      {isAsking && (
        <SendDialog campaign={campaign} gets={gets} start={start} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

type TimeProps = {
  at: string | null
  clock: Clock
  onAt: (at: string | null) => void
  onClock: (clock: Clock) => void
}

const TimeFields = ({ at, clock, onAt, onClock }: TimeProps) => {
  const { t } = useTranslation('emails')
  const { data } = useQuery(optionsQuery())
  const zones = {
    mine: Intl.DateTimeFormat().resolvedOptions().timeZone,
    client: data?.time_zone ?? '',
    each: '',
  }
  return (
    <>
      <Field label={t('send.time')} required>
        {(control) => <DateTimeInput {...control} optional value={at} onChange={onAt} />}
      </Field>
      <div className="flex flex-col gap-1.5">
        <Segmented
          legend={t('send.clock.label')}
          value={clock}
          options={CLOCKS.map((value) => ({ value, label: t(`send.clock.${value}`) }))}
          onChange={onClock}
        />
        <p className="text-sm text-ink-muted">
          {clock === 'each' ? t('send.clock.eachHint') : t('send.zone', { zone: zones[clock] })}
        </p>
      </div>
    </>
  )
}

type SendProps = { campaign: Campaign; gets: number; start: Start; onClose: () => void }

/** What stands in the field is the time on this clock; for others the same digits count on theirs. */
const bodyOf = (start: Start) => {
  if (!start) return { scheduled_at: null, local: null }
  const { at, clock } = start
  return clock === 'mine'
    ? { scheduled_at: at, local: null }
    : { scheduled_at: null, local: { time: isoToInput(at), zone: clock } }
}

const SendDialog = ({ campaign, gets, start, onClose }: SendProps) => {
  const { t } = useTranslation('emails')
  const language = useLanguage()
  const { mutate, isPending, error } = useSendCampaign(campaign.id)
  const time = start && formatDate(start.at, language, { time: true })
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !isPending && onClose()}
      title={t(start ? 'send.askLater' : 'send.ask', { count: gets })}
      description={start ? t(`send.askTime.${start.clock}`, { time }) : t('send.askText')}
      closeLabel={t('cancel')}
      actions={
        <>
          <Button
            pending={isPending}
            onClick={() => mutate({ version: campaign.version, ...bodyOf(start) }, { onSuccess: onClose })}
          >
            {t(start ? 'send.schedule' : 'send.send', { count: gets })}
          </Button>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {error && <Alert kind="error">{errorText(error, t('failed'))}</Alert>}
    </Dialog>
  )
}
