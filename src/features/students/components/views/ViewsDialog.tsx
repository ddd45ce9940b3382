import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VIEW_NAME_MAX, type StudentView } from '#contract/students/views.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import type { ListFilters } from '#src/core/lists/use-list-filters.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { addView, changeView, removeView, viewKeys, viewsQuery } from '../../api/views.queries.ts'
import { filtersOfView, isViewOf, settingsOf, type StudentFilters } from '../../model/filters.ts'

type Props = { list: ListFilters<StudentFilters>; mayShare: boolean; onClose: () => void }

/** Saves the list as it is now under a name; opens, changes and deletes what was saved. */
export const ViewsDialog = ({ list, mayShare, onClose }: Props) => {
  const { t } = useTranslation('students')
  const views = useQuery(viewsQuery())
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('views.title')}
      description={t('views.text')}
      closeLabel={t('close')}
    >
      <div className="flex flex-col gap-6">
        <NewView list={list} mayShare={mayShare} />
        <ListStates
          rows={views.data?.views}
          query={views}
          texts={{
            loading: t('views.loading'),
            failed: t('views.loadFailed'),
            empty: { title: t('views.empty') },
          }}
          skeleton={{ rows: 2, className: 'h-12' }}
        >
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map((view) => (
                <View key={view.id} view={view} list={list} onOpened={onClose} />
              ))}
            </ul>
          )}
        </ListStates>
      </div>
    </Dialog>
  )
}

const useViewChange = <Value,>(change: (value: Value) => Promise<unknown>, onDone: () => void) => {
  const { t } = useTranslation('students')
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: change,
    onSuccess: () => {
      onDone()
      return queries.invalidateQueries({ queryKey: viewKeys.all })
    },
  })
  const isTaken = isApiError(error) && error.fields?.['name']?.some(({ code }) => code === 'taken')
  const problem = error && (isTaken ? t('views.taken') : errorText(error, t('views.failed')))
  return { mutate, isPending, problem }
}

const NewView = ({ list, mayShare }: Pick<Props, 'list' | 'mayShare'>) => {
  const { t } = useTranslation('students')
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const { mutate, isPending, problem } = useViewChange(addView, () => setName(''))
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '')
          mutate({ name: name.trim(), is_shared: isShared, settings: settingsOf(list.filters) })
      }}
    >
      <Field label={t('views.name')} hint={t('views.hint')} error={problem}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={VIEW_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {mayShare && (
        <Checkbox
          label={t('views.share')}
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
      )}
      <Button type="submit" className="self-start" pending={isPending} disabled={name.trim() === ''}>
        {t('views.save')}
      </Button>
    </form>
  )
}

type ViewProps = { view: StudentView; list: ListFilters<StudentFilters>; onOpened: () => void }

const View = ({ view, list, onOpened }: ViewProps) => {
  const { t } = useTranslation('students')
  const { id, name, is_shared: isShared, is_own: isOwn, owner, settings } = view
  const nothing = () => undefined
  const change = useViewChange(changeView, nothing)
  const remove = useViewChange(removeView, nothing)
  const isCurrent = isViewOf(settings, list.filters)
  const problem = change.problem ?? remove.problem
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <p className="flex min-w-0 flex-wrap items-center gap-2">
        <button
          type="button"
          aria-current={isCurrent || undefined}
          className="min-h-11 text-start font-medium text-primary-text hover:underline"
          onClick={() => {
            list.change(filtersOfView(settings))
            onOpened()
          }}
        >
          <bdi className="wrap-anywhere">{name}</bdi>
        </button>
        {isShared && <Badge>{isOwn ? t('views.shared') : <bdi>{owner}</bdi>}</Badge>}
      </p>
      {isOwn && (
        <span className="flex gap-1">
          <Button
            size="sm"
            variant="ghost"
            disabled={isCurrent}
            pending={change.isPending}
            aria-label={t('views.updateOne', { name })}
            onClick={() =>
              change.mutate({ id, name, is_shared: isShared, settings: settingsOf(list.filters) })
            }
          >
            {t('views.update')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            pending={remove.isPending}
            aria-label={t('views.deleteOne', { name })}
            onClick={() => remove.mutate(id)}
          >
            {t('views.delete')}
          </Button>
        </span>
      )}
      {problem && (
        <p role="alert" className="w-full text-sm text-error-text">
          {problem}
        </p>
      )}
    </li>
  )
}
