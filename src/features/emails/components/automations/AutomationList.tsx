import { useQuery } from '@tanstack/react-query'
import BookCheck from 'lucide-react/icons/book-check'
import Clock from 'lucide-react/icons/clock'
import Hand from 'lucide-react/icons/hand'
import { useTranslation } from 'react-i18next'
import { automationKinds } from '#contract/emails/campaigns.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { automationsQuery } from '../../api/campaigns.queries.ts'
import { CampaignRow } from '../CampaignRow.tsx'
import { useNewCampaign } from '../use-new-campaign.ts'

const ICONS = { welcome: Hand, inactive: Clock, course_finished: BookCheck } as const

/** Mails that go out by themselves: the kinds there are, and those that were set up. */
export const AutomationList = () => {
  const { t } = useTranslation('emails')
  const automations = useQuery(automationsQuery())
  return (
    <div className="flex flex-col gap-6">
      <ListStates
        rows={automations.data?.results}
        query={automations}
        texts={{
          loading: t('loading'),
          failed: t('automation.notLoaded'),
          empty: { title: t('automation.empty'), text: t('automation.emptyHint') },
        }}
        skeleton={{ rows: 3, className: 'h-20' }}
      >
        {(rows) => (
          <Card as="section" aria-label={t('parts.automations')}>
            <ul className="-my-3 divide-y divide-line">
              {rows.map((row) => (
                <CampaignRow key={row.id} row={row} />
              ))}
            </ul>
          </Card>
        )}
      </ListStates>
      <Kinds />
    </div>
  )
}

const Kinds = () => {
  const { t } = useTranslation('emails')
  const fresh = useNewCampaign()
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {automationKinds.map((kind) => {
        const Icon = ICONS[kind]
        return (
          <Card as="li" key={kind} className="flex flex-col items-start gap-3">
            <Icon aria-hidden="true" size={22} className="text-primary-text" />
            <h2 className="font-semibold text-ink">{t(`automation.${kind}`)}</h2>
            <p className="flex-1 text-sm text-ink-muted">{t(`automation.when.${kind}`)}</p>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('automation.setUpKind', { kind: t(`automation.${kind}`) })}
              pending={fresh.isPending && fresh.automation === kind}
              disabled={fresh.isPending}
              onClick={() => fresh.start(t(`automation.${kind}`), { automation: kind })}
            >
              {t('automation.setUp')}
            </Button>
          </Card>
        )
      })}
    </ul>
  )
}
