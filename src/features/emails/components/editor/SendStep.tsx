import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Campaign } from '#contract/emails/campaigns.ts'
import { problemsOf, type ContentProblem } from '#contract/emails/content.ts'
import { languageInfo } from '#contract/languages.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { DateTimeInput } from '#src/shared/ui/forms/DateTimeInput.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import {
  audienceQuery,
  useDeleteCampaign,
  useSendCampaign,
  useTestCampaign,
} from '../../api/campaigns.queries.ts'
import type { Autosave } from './use-autosave.ts'

type Props = { campaign: Campaign; autosave: Autosave }

/** What is missing, a test mail, and sending now or at a time. */
export const SendStep = ({ campaign, autosave }: Props) => {
  const { t } = useTranslation('emails')
  const [at, setAt] = useState<string | null>(null)
  const [isLater, setLater] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const audience = useQuery(audienceQuery(campaign, null, 1))
  const gets = audience.data?.gets ?? 0
  const problems = problemsOf(autosave.draft.content)
  const isReady = problems.length === 0 && gets > 0 && autosave.state === 'saved' && (!isLater || at !== null)
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
        {isLater && (
          <Field
            label={t('send.time')}
            hint={t('send.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
            required
          >
            {(control) => <DateTimeInput {...control} optional value={at} onChange={setAt} />}
          </Field>
        )}
        <Button size="lg" disabled={!isReady} onClick={() => setAsking(true)}>
          {t(isLater ? 'send.schedule' : 'send.send', { count: gets })}
        </Button>
      </Card>
      <RemoveDraft campaign={campaign} />
      {isAsking && (
        <SendDialog
          campaign={campaign}
          gets={gets}
          at={isLater ? at : null}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

const Problems = ({ problems }: { problems: ContentProblem[] }) => {
  const { t } = useTranslation('emails')
  if (problems.length === 0) return null
  const texts = problems.map(({ code, language }) =>
    t(`problem.${code}`, { language: language === null ? '' : languageInfo(language).name }),
  )
  return (
    <Alert kind="warning" title={t('problem.title')}>
      <ul className="list-disc ps-5">
        {[...new Set(texts)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  )
}

const TestMail = ({ campaign, isReady }: { campaign: Campaign; isReady: boolean }) => {
  const { t } = useTranslation('emails')
  const language = useLanguage()
  const notify = useNotify()
  const { mutate, isPending } = useTestCampaign(campaign.id)
  return (
    <Card as="section" className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="font-semibold text-ink">{t('test.title')}</h2>
        <p className="text-sm text-ink-muted">{t('test.text')}</p>
      </div>
      <Button
        variant="secondary"
        disabled={!isReady}
        pending={isPending}
        onClick={() =>
          mutate(language, {
            onSuccess: ({ detail }) =>
              notify({ kind: 'success', title: t('test.sent', { address: detail }) }),
            onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
          })
        }
      >
        {t('test.send')}
      </Button>
    </Card>
  )
}

type SendProps = { campaign: Campaign; gets: number; at: string | null; onClose: () => void }

const SendDialog = ({ campaign, gets, at, onClose }: SendProps) => {
  const { t } = useTranslation('emails')
  const language = useLanguage()
  const { mutate, isPending, error } = useSendCampaign(campaign.id)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !isPending && onClose()}
      title={t(at === null ? 'send.ask' : 'send.askLater', { count: gets })}
      description={
        at === null
          ? t('send.askText')
          : t('send.askTime', { time: formatDate(at, language, { time: true }) })
      }
      closeLabel={t('cancel')}
      actions={
        <>
          <Button
            pending={isPending}
            onClick={() => mutate({ version: campaign.version, scheduled_at: at }, { onSuccess: onClose })}
          >
            {t(at === null ? 'send.send' : 'send.schedule', { count: gets })}
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

const RemoveDraft = ({ campaign }: { campaign: Campaign }) => {
  const { t } = useTranslation('emails')
  const notify = useNotify()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useDeleteCampaign(campaign.id)
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => void navigate(adminPaths.emails, { replace: true }),
      onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
    })
  return (
    <>
      <Button variant="ghost" className="self-start" onClick={() => setAsking(true)}>
        {t('remove.button')}
      </Button>
      {isAsking && (
        <Dialog
          open
          onOpenChange={(next) => !next && setAsking(false)}
          title={t('remove.title')}
          description={t('remove.text')}
          closeLabel={t('cancel')}
          actions={
            <>
              <Button variant="danger" pending={isPending} onClick={remove}>
                {t('remove.button')}
              </Button>
              <Button variant="secondary" onClick={() => setAsking(false)}>
                {t('cancel')}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}
