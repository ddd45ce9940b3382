import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GROUP_NAME_MAX, type StudentGroup } from '#contract/students/groups.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { addGroup, groupsQuery, studentKeys } from '../../api/students.queries.ts'

interface Props {
  kind: 'join' | 'leave'
  count: number
  /** Whose groups they can leave; null: any group. */
  rows: readonly StudentRow[] | null
  isPending: boolean
  onClose: () => void
  onChoose: (groupId: number) => void
}

const NEW = 'new'

/** Which group the chosen people join or leave; a new one can be named on the way. */
export const GroupDialog = ({ kind, count, rows, isPending, onClose, onChoose }: Props) => {
  const { t } = useTranslation('students')
  const groups = useQuery(groupsQuery())
  const [choice, setChoice] = useState<string | null>(null)
  const [name, setName] = useState('')
  const create = useCreate(onChoose)
  const options = (groups.data?.groups ?? []).filter(({ id, is_archived: isArchived }) =>
    kind === 'join' || rows === null
      ? !isArchived
      : rows.some((row) => row.groups.some((group) => group.id === id)),
  )
  const isFirst = kind === 'join' && groups.isSuccess && options.length === 0
  const isNew = kind === 'join' && (choice === NEW || isFirst)
  const submit = () => (isNew ? create.mutate(name.trim()) : choice !== null && onChoose(Number(choice)))
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t(`groups.${kind}`, { count })}
      closeLabel={t('close')}
      actions={
        <>
          <Button
            pending={isPending || create.isPending}
            disabled={isNew ? name.trim() === '' : choice === null}
            onClick={submit}
          >
            {t(`groups.${kind}Submit`)}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!isFirst && (
          <GroupField
            groups={groups.data && options}
            query={groups}
            mayBeNew={kind === 'join'}
            value={choice}
            onChange={setChoice}
          />
        )}
        {isNew && (
          <Field label={t('groups.name')} error={create.problem}>
            {(control) => (
              <TextInput
                {...control}
                maxLength={GROUP_NAME_MAX}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  )
}

interface GroupFieldProps {
  groups: readonly StudentGroup[] | undefined
  query: { isError: boolean; refetch: () => unknown }
  mayBeNew: boolean
  value: string | null
  onChange: (value: string) => void
}

const GroupField = ({ groups, query, mayBeNew, value, onChange }: GroupFieldProps) => {
  const { t } = useTranslation('students')
  return (
    <ListStates
      rows={groups}
      query={query}
      texts={{
        loading: t('groups.loading'),
        failed: t('groups.loadFailed'),
        empty: { title: t('groups.inNone') },
      }}
      skeleton={{ rows: 1, className: 'h-18' }}
    >
      {(shown) => (
        <Field label={t('groups.group')}>
          {(control) => (
            <Select
              {...control}
              value={value}
              placeholder={t('groups.choose')}
              options={[
                ...shown.map(({ id, name }) => ({ value: String(id), label: <bdi>{name}</bdi> })),
                ...(mayBeNew ? [{ value: NEW, label: t('groups.new') }] : []),
              ]}
              onChange={onChange}
            />
          )}
        </Field>
      )}
    </ListStates>
  )
}

const useCreate = (onCreated: (groupId: number) => void) => {
  const { t } = useTranslation('students')
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: addGroup,
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: studentKeys.groups })
      onCreated(id)
    },
  })
  const isTaken = isApiError(error) && error.fields?.['name']?.some(({ code }) => code === 'taken')
  const problem = error && (isTaken ? t('groups.taken') : errorText(error, t('groups.failed')))
  return { mutate, isPending, problem }
}
