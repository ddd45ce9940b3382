import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Tabs } from '#src/shared/ui/Tabs.tsx'
import { AutomationList } from '../components/automations/AutomationList.tsx'
import { CampaignList } from '../components/CampaignList.tsx'
import { CampaignPage } from '../components/CampaignPage.tsx'
import { FeedbackPart } from '../components/feedback/FeedbackPart.tsx'
import { SuppressedList } from '../components/feedback/SuppressedList.tsx'

const PARTS = {
  campaigns: CampaignList,
  automations: AutomationList,
  addresses: SuppressedList,
  feedback: FeedbackPart,
} as const
const parts = Object.keys(PARTS) as (keyof typeof PARTS)[]

/** /admin/email-send: campaigns, automations and what became of mails (`?part=`), or one campaign (`?open=id`). */
export const EmailsPage = () => {
  const { t } = useTranslation('emails')
  const [address, setAddress] = useSearchParams()
  const open = address.get('open')
  if (open !== null) return <CampaignPage key={open} id={open} />
  const part = parts.find((each) => each === address.get('part')) ?? 'campaigns'
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      <Tabs
        label={t('parts.label')}
        value={part}
        onValueChange={(next) => setAddress(next === 'campaigns' ? {} : { part: next }, { replace: true })}
        tabs={parts.map((value) => {
          const Part = PARTS[value]
          return { value, label: t(`parts.${value}`), content: <Part /> }
        })}
      />
    </>
  )
}
