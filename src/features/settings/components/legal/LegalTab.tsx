import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { legalKinds, type LegalKind } from '#contract/client-info/legal.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { legalQuery } from '../../api/legal.queries.ts'
import { LegalEditor } from './LegalEditor.tsx'
import { LegalVersions } from './LegalVersions.tsx'

/** The terms of use and the privacy notice: what is in force, a new version, and those of before. */
export const LegalTab = () => {
  const { t } = useTranslation('settings')
  const [kind, setKind] = useState<LegalKind>('terms')
  return (
    <div className="flex flex-col gap-6">
      <div className="max-w-md">
        <Segmented
          legend={t('legal.which')}
          value={kind}
          options={legalKinds.map((value) => ({ value, label: t(`legal.kinds.${value}`) }))}
          onChange={setKind}
        />
      </div>
      <Loaded key={kind} kind={kind} />
    </div>
  )
}

const Loaded = ({ kind }: { kind: LegalKind }) => {
  const { t } = useTranslation('settings')
  const query = useQuery(legalQuery(kind))
  return (
    <ListStates
      rows={query.data && [query.data]}
      query={query}
      texts={{ loading: t('loading'), failed: t('loadFailed'), empty: { title: t('title') } }}
      skeleton={{ rows: 2, className: 'h-72' }}
    >
      {([state]) =>
        state && (
          <div className="flex flex-col gap-6">
            {/* A published version begins a new form. */}
            <LegalEditor key={state.version} state={state} onReload={() => void query.refetch()} />
            <LegalVersions state={state} />
          </div>
        )
      }
    </ListStates>
  )
}
