import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Campaign, campaignMoves } from '#contract/emails/campaigns.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate, formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useMoveCampaign, useResendCampaign } from '../../api/campaigns.queries.ts'
import { useNewCampaign } from '../use-new-campaign.ts'
import { OutboxNote, WaitNote } from '../waiting/WaitNotes.tsx'
import { Recipients } from './Recipients.tsx'

/** A campaign that was sent or scheduled: how far it is, what can be done, and the result of each person. */
export const Result = ({ campaign }: { campaign: Campaign }) => {
  const { counts } = campaign
  const hasRecipients =
    counts.sent + counts.failed + counts.unknown + counts.waiting + counts.sending + counts.left_out > 0
  return (
    <div className="flex flex-col gap-6">
      <Card as="section" className="flex flex-col gap-4">
        {campaign.automation === null ? (
          <Status campaign={campaign} />
        ) : (
          <AutomationStatus campaign={campaign} />
        )}
        <WaitNote campaign={campaign} />
        <OutboxNote campaign={campaign} />
        <Actions campaign={campaign} />
      </Card>
      {hasRecipients && <Recipients campaign={campaign} />}
    </div>
  )
}

/** An automation has no end to count towards. */
const AutomationStatus = ({ campaign }: { campaign: Campaign }) => {
  const { t } = useTranslation('emails')
  const language = useLanguage()
  const { automation, counts, state } = campaign
  const isOn = state === 'sending'
  const time = formatDate(campaign.changed_at, language, { time: true })
  return (
    <>
      <p role="status" className="font-medium text-ink">
        {t(isOn ? 'automation.on' : 'automation.off', { time })}
      </p>
      {automation !== null && <p className="text-sm text-ink-muted">{t(`automation.when.${automation}`)}</p>}
      <p className="text-sm text-ink-muted">{t('automation.sent', { count: counts.sent })}</p>
    </>
  )
}

const Status = ({ campaign }: { campaign: Campaign }) => {
  const { t } = useTranslation('emails')
  const language = useLanguage()
  const { counts, state } = campaign
  const done = counts.sent + counts.failed + counts.unknown
  const of = done + counts.waiting + counts.sending
  const time = formatDate(
    campaign.finished_at ?? campaign.wait?.[state === 'scheduled' ? 'until' : 'since'] ?? campaign.changed_at,
    language,
    { time: true },
  )
  const text = t('result.progress', { done: formatNumber(done, language), of: formatNumber(of, language) })
  return (
    <>
      <p role="status" className="font-medium text-ink">
        {t(`result.${state}`, { time })}
      </p>
      {campaign.local_time !== null && state !== 'done' && (
        <p className="text-sm text-ink-muted">
          {t('result.ownClock', { time: formatDate(campaign.local_time, language, { time: true }) })}
        </p>
      )}
      {of > 0 && (
        <>
          <Progress label={t('result.label')} value={(done / of) * 100} valueText={text} />
          <p className="text-sm text-ink-muted tabular-nums">{text}</p>
        </>
      )}
      {counts.unknown > 0 && (
        <p className="text-sm text-ink-muted">{t('result.unknown', { count: counts.unknown })}</p>
      )}
    </>
  )
}

const MOVES: Record<Campaign['state'], readonly (typeof campaignMoves)[number][]> = {
  draft: [],
  scheduled: ['edit', 'cancel'],
  sending: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  done: [],
  cancelled: [],
}

const AUTOMATION_MOVES: typeof MOVES = {
  ...MOVES,
  sending: ['pause'],
  paused: ['resume', 'edit'],
}

const Actions = ({ campaign }: { campaign: Campaign }) => {
  const { t } = useTranslation('emails')
  const notify = useNotify()
  const fresh = useNewCampaign()
  const isAutomation = campaign.automation !== null
  const [isAsking, setAsking] = useState(false)
  const move = useMoveCampaign(campaign.id)
  const resend = useResendCampaign(campaign.id)
  const onError = (error: unknown) => notify({ kind: 'error', title: errorText(error, t('failed')) })
  return (
    <div className="flex flex-wrap gap-3">
      {(isAutomation ? AUTOMATION_MOVES : MOVES)[campaign.state].map((each) => (
        <Button
          key={each}
          variant={each === 'cancel' ? 'ghost' : 'secondary'}
          pending={move.isPending && move.variables === each}
          disabled={move.isPending}
          onClick={() => (each === 'cancel' ? setAsking(true) : move.mutate(each, { onError }))}
        >
          {t(isAutomation ? `automation.move.${each}` : `move.${each}`)}
        </Button>
      ))}
      {campaign.state === (isAutomation ? 'sending' : 'done') && campaign.counts.failed > 0 && (
        <Button pending={resend.isPending} onClick={() => resend.mutate(undefined, { onError })}>
          {t('result.resend', { count: campaign.counts.failed })}
        </Button>
      )}
      <Button
        variant="secondary"
        pending={fresh.isPending}
        onClick={() =>
          fresh.start(t('copyName', { name: campaign.name }).slice(0, 100), { copyOf: campaign.id })
        }
      >
        {t('copy')}
      </Button>
      {isAsking && (
        <Dialog
          open
          onOpenChange={(next) => !next && setAsking(false)}
          title={t('move.askCancel')}
          description={t('move.cancelText')}
          closeLabel={t('move.keep')}
          actions={
            <>
              <Button
                variant="danger"
                pending={move.isPending}
                onClick={() => move.mutate('cancel', { onError, onSettled: () => setAsking(false) })}
              >
                {t('move.cancel')}
              </Button>
              <Button variant="secondary" onClick={() => setAsking(false)}>
                {t('move.keep')}
              </Button>
            </>
          }
        />
      )}
    </div>
  )
}
