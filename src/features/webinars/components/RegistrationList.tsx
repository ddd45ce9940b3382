import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webinar } from '#contract/live/webinars.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatDate } from '#src/shared/lib/format.ts'
import { useSettled } from '#src/shared/lib/hooks/use-debounced.ts'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { REGISTRATIONS_PER_PAGE, registrationsQuery } from '../api/webinars.queries.ts'

type Props = { webinar: Webinar; onClose: () => void }
const SEARCH_AFTER_MS = 250

/** Who registered, newest first. */
export const RegistrationList = ({ webinar, onClose }: Props) => {
  const { t } = useTranslation(['webinars', 'shared/list'])
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const asked = useSettled(search.trim(), SEARCH_AFTER_MS)
  const registrations = useQuery(registrationsQuery(webinar.id, asked, page))
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={<bdi>{webinar.title}</bdi>}
      description={t('people.text', { count: webinar.registered })}
      closeLabel={t('people.close')}
    >
      <SearchField
        label={t('people.search')}
        className="mb-4"
        value={search}
        onChange={(text) => {
          setSearch(text)
          setPage(1)
        }}
      />
      <ListStates
        rows={registrations.data?.results}
        query={registrations}
        texts={{
          loading: t('people.loading'),
          failed: t('people.failed'),
          empty: { title: t('people.empty') },
          none: t('people.none'),
        }}
        skeleton={{ rows: 4, className: 'h-14' }}
        isNarrowed={asked !== ''}
        onClear={() => setSearch('')}
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((person) => (
              <li key={person.id} className="py-2.5 text-sm">
                <bdi className="block font-medium text-ink">{person.name}</bdi>
                {person.email !== null && (
                  <bdi dir="ltr" className="block break-all text-ink-muted">
                    {person.email}
                  </bdi>
                )}
                <span className="block text-ink-muted">
                  {person.joined_at === null
                    ? t('people.since', { time: formatDate(person.registered_at, language, { time: true }) })
                    : t('people.joined', { time: formatDate(person.joined_at, language, { time: true }) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <Pagination
        page={page}
        pages={Math.ceil((registrations.data?.count ?? 0) / REGISTRATIONS_PER_PAGE)}
        texts={{
          label: t('shared/list:pages'),
          previous: t('shared/list:previousPage'),
          next: t('shared/list:nextPage'),
          page: (number) => t('shared/list:page', { number }),
        }}
        onPage={setPage}
      />
    </Sheet>
  )
}
