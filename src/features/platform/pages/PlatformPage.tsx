import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Tabs } from '#src/shared/ui/Tabs.tsx'
import { ClientsTab } from '../components/clients/ClientsTab.tsx'
import { HealthTab } from '../components/health/HealthTab.tsx'
import { JobsTab } from '../components/jobs/JobsTab.tsx'
import { RolloutTab } from '../components/rollout/RolloutTab.tsx'

const PARTS = { clients: ClientsTab, jobs: JobsTab, health: HealthTab, rollout: RolloutTab } as const
const parts = Object.keys(PARTS) as (keyof typeof PARTS)[]

/** /admin/platform: every client of the installation, for superadmins. The address names the part. */
export const PlatformPage = () => {
  const { t } = useTranslation('platform')
  const [address, setAddress] = useSearchParams()
  const part = parts.find((each) => each === address.get('part')) ?? 'clients'
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      <Tabs
        label={t('parts.label')}
        value={part}
        onValueChange={(next) => setAddress(next === 'clients' ? {} : { part: next }, { replace: true })}
        tabs={parts.map((value) => {
          const Part = PARTS[value]
          return { value, label: t(`parts.${value}`), content: <Part /> }
        })}
      />
    </>
  )
}
