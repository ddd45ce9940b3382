import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { brandQuery } from '../../api/brand.queries.ts'
import { BrandEditor } from './BrandEditor.tsx'

/** The brand: its draft beside a preview, and the versions of before. */
export const BrandTab = () => {
  const { t } = useTranslation('settings')
  const query = useQuery(brandQuery())
  const [round, setRound] = useState(0)
  /** Takes up what somebody else saved. */
  const reload = async () => {
    await query.refetch()
    setRound((before) => before + 1)
  }
  return (
    <ListStates
      rows={query.data && [query.data]}
      query={query}
      texts={{ loading: t('loading'), failed: t('loadFailed'), empty: { title: t('title') } }}
      skeleton={{ rows: 2, className: 'h-72' }}
    >
      {/* A published brand begins a new draft. */}
      {([state]) =>
        state && <BrandEditor key={`${state.version}-${round}`} state={state} onReload={reload} />
      }
    </ListStates>
  )
}
