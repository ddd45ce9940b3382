import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import Bookmark from 'lucide-react/icons/bookmark'
import X from 'lucide-react/icons/x'
import { VIEWS_MAX, type SavedView } from '#contract/workshops/registrations.ts'
import type { ListFilters } from '#src/core/lists/use-list-filters.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { savedViewsQuery, storeViews, workshopKeys } from '../api/workshops.queries.ts'
import { viewOf, type RegistrationFilters } from '../model/filters.ts'

const NAME_MAX = 60

const useStoreViews = () => {
  const { t } = useTranslation('workshops/admin')
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: storeViews,
    onSuccess: (answer) => queries.setQueryData(workshopKeys.views, answer),
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('views.failed')) }),
  })
}

/** Filters that a person keeps under a name. */
export const SavedViews = ({ list }: { list: ListFilters<RegistrationFilters> }) => {
  const { t } = useTranslation('workshops/admin')
  const saved = useQuery(savedViewsQuery())
  const store = useStoreViews()
  const views = saved.data?.views ?? []
  const current = viewOf(list.filters)
  const isKnown = current === '' || views.some(({ query }) => query === current)
  if (views.length === 0 && isKnown) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {views.map((view) => (
        <View
          key={view.name}
          view={view}
          isCurrent={view.query === current}
          onRemove={() => store.mutate(views.filter(({ name }) => name !== view.name))}
        />
      ))}
      {!isKnown && views.length < VIEWS_MAX && (
        <SaveView
          label={t('views.save')}
          onSave={(name) =>
            store.mutate([...views.filter((view) => view.name !== name), { name, query: current }])
          }
        />
      )}
    </div>
  )
}

const View = ({
  view,
  isCurrent,
  onRemove,
}: {
  view: SavedView
  isCurrent: boolean
  onRemove: () => void
}) => {
  const { t } = useTranslation('workshops/admin')
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center rounded-lg border ps-3',
        isCurrent ? 'border-primary bg-primary-soft' : 'border-line bg-surface-raised',
      )}
    >
      <Link
        to={`?tab=registrations&${view.query}`}
        aria-current={isCurrent || undefined}
        className="inline-flex min-h-11 min-w-0 items-center text-sm font-medium text-ink hover:underline"
      >
        <bdi className="truncate">{view.name}</bdi>
      </Link>
      <IconButton
        label={t('views.remove', { name: view.name })}
        icon={<X aria-hidden="true" size={16} />}
        onClick={onRemove}
      />
    </span>
  )
}

const SaveView = ({ label, onSave }: { label: string; onSave: (name: string) => void }) => {
  const { t } = useTranslation('workshops/admin')
  const [name, setName] = useState<string | null>(null)
  if (name === null)
    return (
      <Button
        variant="ghost"
        size="sm"
        icon={<Bookmark aria-hidden="true" size={16} />}
        onClick={() => setName('')}
      >
        {label}
      </Button>
    )
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    onSave(name.trim())
    setName(null)
  }
  return (
    <form className="flex items-center gap-2" onSubmit={save}>
      <TextInput
        aria-label={t('views.name')}
        placeholder={t('views.name')}
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit">{t('views.keep')}</Button>
    </form>
  )
}
