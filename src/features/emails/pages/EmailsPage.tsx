import { useSearchParams } from 'react-router-dom'
import { CampaignList } from '../components/CampaignList.tsx'
import { CampaignPage } from '../components/CampaignPage.tsx'

/** /admin/email-send: the campaigns, or one of them (`?open=id`). */
export const EmailsPage = () => {
  const [address] = useSearchParams()
  const open = address.get('open')
  return open === null ? <CampaignList /> : <CampaignPage key={open} id={open} />
}
