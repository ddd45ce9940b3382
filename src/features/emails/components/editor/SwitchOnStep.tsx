import { useTranslation } from 'react-i18next'
import type { Campaign } from '#contract/emails/campaigns.ts'
import { problemsOf } from '#contract/emails/content.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useSendCampaign } from '../../api/campaigns.queries.ts'
import { Problems, RemoveDraft, TestMail } from './send-parts.tsx'
import type { Autosave } from './use-autosave.ts'

/** What is missing, a test mail, and switching an automation on. */
export const SwitchOnStep = ({ campaign, autosave }: { campaign: Campaign; autosave: Autosave }) => {
  const { t } = useTranslation('emails')
  const notify = useNotify()
  const { mutate, isPending } = useSendCampaign(campaign.id)
  const problems = problemsOf(autosave.draft.content)
  const isSaved = autosave.state === 'saved'
  return (
    <div className="flex max-w-reading flex-col gap-5">
      <Problems problems={problems} />
      <TestMail campaign={campaign} isReady={isSaved} />
      <Card as="section" className="flex flex-col items-start gap-4">
        {campaign.automation !== null && (
          <p className="text-sm text-ink">{t(`automation.when.${campaign.automation}`)}</p>
        )}
        <p className="text-sm text-ink-muted">{t('automation.fromNow')}</p>
        <Button
          size="lg"
          pending={isPending}
          disabled={problems.length > 0 || !isSaved}
          onClick={() =>
            mutate(
              { version: campaign.version, scheduled_at: null, local: null },
              { onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }) },
            )
          }
        >
          {t('automation.switchOn')}
        </Button>
      </Card>
      {campaign.started_at === null && <RemoveDraft campaign={campaign} />}
    </div>
  )
}
