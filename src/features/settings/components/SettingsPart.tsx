import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientSettings } from '#contract/client-info/settings-endpoints.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { settingsQuery } from '../api/settings.queries.ts'

/** The client's settings once they are there. */
export const SettingsPart = ({ children }: { children: (settings: ClientSettings) => ReactNode }) => {
  const { t } = useTranslation('settings')
  const query = useQuery(settingsQuery())
  return (
    <ListStates
      rows={query.data && [query.data]}
      query={query}
      texts={{ loading: t('loading'), failed: t('loadFailed'), empty: { title: t('title') } }}
      skeleton={{ rows: 2, className: 'h-56' }}
    >
      {([settings]) => settings && children(settings)}
    </ListStates>
  )
}
