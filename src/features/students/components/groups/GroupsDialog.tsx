import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GROUP_NAME_MAX, type StudentGroup } from '#contract/students/groups.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { addGroup, changeGroup, groupsQuery, studentKeys } from '../../api/students.queries.ts'

/** All groups: make one, rename it, archive it. */
export const GroupsDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('students')
  const groups = useQuery(groupsQuery())
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('groups.title')}
      description={t('groups.text')}
      closeLabel={t('close')}
    >
      <div className="flex flex-col gap-5">
        <NewGroup />
        <ListStates
          rows={groups.data?.groups}
          query={groups}
          texts={{
            loading: t('groups.loading'),
            failed: t('groups.loadFailed'),
            empty: { title: t('groups.empty') },
          }}
          skeleton={{ rows: 3, className: 'h-12' }}
        >
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map((group) => (
                <Group key={group.id} group={group} />
              ))}
            </ul>
          )}
        </ListStates>
      </div>
    </Dialog>
  )
}

const useGroupChange = <Value,>(change: (value: Value) => Promise<unknown>, onDone: () => void) => {
  const { t } = useTranslation('students')
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: change,
    onSuccess: () => {
      onDone()
      return queries.invalidateQueries({ queryKey: studentKeys.all })
    },
  })
  const isTaken = isApiError(error) && error.fields?.['name']?.some(({ code }) => code === 'taken')
  const problem = error && (isTaken ? t('groups.taken') : errorText(error, t('groups.failed')))
  return { mutate, isPending, problem }
}

const NewGroup = () => {
  const { t } = useTranslation('students')
  const [name, setName] = useState('')
  const { mutate, isPending, problem } = useGroupChange(addGroup, () => setName(''))
  return (
    <NameForm
      label={t('groups.name')}
      submit={t('groups.create')}
      name={name}
      problem={problem}
      isPending={isPending}
      onName={setName}
      onSubmit={() => mutate(name.trim())}
    />
  )
}

type NameProps = {
  label: string
  submit: string
  name: string
  problem: string | null | undefined
  isPending: boolean
  onName: (name: string) => void
  onSubmit: () => void
}

const NameForm = ({ label, submit, name, problem, isPending, onName, onSubmit }: NameProps) => (
  <form
    className="flex flex-wrap items-end gap-3"
    onSubmit={(event) => {
      event.preventDefault()
      if (name.trim() !== '') onSubmit()
    }}
  >
    <Field label={label} error={problem} className="min-w-48 flex-1">
      {(control) => (
        <TextInput
          {...control}
          autoComplete="off"
          maxLength={GROUP_NAME_MAX}
          value={name}
          onChange={(event) => onName(event.target.value)}
        />
      )}
    </Field>
    <Button type="submit" variant="secondary" pending={isPending} disabled={name.trim() === ''}>
      {submit}
    </Button>
  </form>
)

const Group = ({ group }: { group: StudentGroup }) => {
  const { t } = useTranslation('students')
  const [draft, setDraft] = useState<string | null>(null)
  const { mutate, isPending, problem } = useGroupChange(changeGroup, () => setDraft(null))
  if (draft !== null)
    return (
      <li className="py-3">
        <NameForm
          label={t('groups.name')}
          submit={t('groups.save')}
          name={draft}
          problem={problem}
          isPending={isPending}
          onName={setDraft}
          onSubmit={() => mutate({ ...group, name: draft.trim() })}
        />
      </li>
    )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <p className="min-w-0">
        <bdi className="font-medium text-ink wrap-anywhere">{group.name}</bdi>{' '}
        {group.is_archived && <Badge>{t('groups.archived')}</Badge>}
        <span className="block text-sm text-ink-muted">{t('count', { count: group.members })}</span>
      </p>
      <span className="flex gap-1">
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('groups.renameOne', { name: group.name })}
          onClick={() => setDraft(group.name)}
        >
          {t('groups.rename')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          pending={isPending}
          aria-label={t(group.is_archived ? 'groups.restoreOne' : 'groups.archiveOne', { name: group.name })}
          onClick={() => mutate({ ...group, is_archived: !group.is_archived })}
        >
          {t(group.is_archived ? 'groups.restore' : 'groups.archive')}
        </Button>
      </span>
      {problem && (
        <p role="alert" className="w-full text-sm text-error-text">
          {problem}
        </p>
      )}
    </li>
  )
}
