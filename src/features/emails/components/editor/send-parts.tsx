import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Campaign } from '#contract/emails/campaigns.ts'
import type { ContentProblem } from '#contract/emails/content.ts'
import { languageInfo } from '#contract/languages.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useDeleteCampaign, useTestCampaign } from '../../api/campaigns.queries.ts'

/** Why it cannot go out yet. */
export const Problems = ({ problems }: { problems: ContentProblem[] }) => {
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

export const TestMail = ({ campaign, isReady }: { campaign: Campaign; isReady: boolean }) => {
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

export const RemoveDraft = ({ campaign }: { campaign: Campaign }) => {
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
