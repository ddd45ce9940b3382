import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { searchGroups } from '#contract/search/search.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { searchQuery } from '../api/search.queries.ts'
import { SearchBox } from '../components/SearchBox.tsx'

/** /search: the search as a page, for phones and for a kind of results alone (`in`) or one person's threads (`by`). */
export const SearchPage = () => {
  const { t } = useTranslation('search')
  const [params, setParams] = useSearchParams()
  const text = params.get('q') ?? ''
  const group = searchGroups.find((each) => each === params.get('in')) ?? null
  const author = params.get('by')
  const input = useRef<HTMLInputElement>(null)
  // Somebody who comes to an empty search wants to type; shared results are for reading.
  const isEmpty = text === '' && author === null
  useEffect(() => {
    if (isEmpty) input.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the page opens
  }, [])
  const change = (next: string) =>
    setParams(
      (current) => {
        if (next === '') current.delete('q')
        else current.set('q', next)
        return current
      },
      { replace: true },
    )
  const online = useOnline()
  // The list below asks the same, so that this costs no request.
  const byAuthor = useQuery({
    ...searchQuery({ text: '', group: null, author }, online),
    enabled: online && author !== null,
  })
  const name = byAuthor.data?.author?.name ?? author ?? ''
  const title = author !== null ? t('by', { name }) : group ? t(`groups.${group}`) : t('title')
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={<bdi>{title}</bdi>}
        above={
          (group !== null || author !== null) && <BackLink to={paths.search(text)}>{t('allGroups')}</BackLink>
        }
        className="mb-4"
      />
      <SearchBox
        key={`${group} ${author}`}
        ref={input}
        text={text}
        onText={change}
        group={group}
        author={author}
      />
    </div>
  )
}
