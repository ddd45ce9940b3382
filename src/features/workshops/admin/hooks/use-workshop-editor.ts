import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { FieldIssue } from '#contract/errors.ts'
import type { WorkshopDocument, WorkshopDraft } from '#contract/workshops/manage.ts'
import type { WorkshopDecision } from '#contract/workshops/shapes.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { isSameJson } from '#src/shared/lib/same-json.ts'
import { addWorkshop, decideState, storeWorkshop, workshopKeys } from '../api/workshops.queries.ts'
import { toSave } from '../model/draft.ts'

type Issues = Readonly<Record<string, FieldIssue[]>>

interface Start {
  /** Null: a new workshop. */
  document: WorkshopDocument | null
  draft: WorkshopDraft
  /** Fetches the workshop as it is now. */
  reload: () => Promise<WorkshopDocument | undefined>
}

/** The editor's draft, what the server says about it, and the version that it builds on. */
export const useWorkshopEditor = ({ document, draft: first, reload }: Start) => {
  const { t } = useTranslation('workshops/admin')
  const queries = useQueryClient()
  const notify = useNotify()
  const navigate = useNavigate()
  const [stored, setStored] = useState(document)
  const [draft, setDraft] = useState(first)
  const [issues, setIssues] = useState<Issues>({})
  const [isConflict, setConflict] = useState(false)
  const [key] = useState(() => crypto.randomUUID())

  const take = (next: WorkshopDocument) => {
    setStored(next)
    setDraft(next.draft)
    setIssues({})
    setConflict(false)
    void queries.invalidateQueries({ queryKey: workshopKeys.all, refetchType: 'none' })
  }
  const fail = (error: unknown) => {
    if (isApiError(error) && error.fields) setIssues(error.fields)
    if (isApiError(error) && error.code === 'conflict' && stored) setConflict(true)
    else notify({ kind: 'error', title: errorText(error, t('editor.failed')) })
  }
  const save = useMutation({
    mutationFn: (version: number | null) =>
      version === null
        ? addWorkshop(toSave(draft), key)
        : storeWorkshop(stored?.workshop.id ?? 0, toSave(draft), version),
    onSuccess: (next) => {
      take(next)
      notify({ kind: 'success', title: t('editor.saved') })
      if (!stored) void navigate(`?edit=${next.workshop.id}`, { replace: true })
    },
    onError: fail,
  })
  const isChanged = !stored || !isSameJson(draft, stored.draft)
  const decide = useDecision(stored?.workshop.id ?? 0, (next) => {
    take(next)
    // What was typed and not saved yet stays.
    if (isChanged) setDraft(draft)
  })
  return {
    stored,
    draft,
    issues,
    isConflict,
    isChanged,
    isSaving: save.isPending,
    isDeciding: decide.isPending,
    change: (changes: Partial<WorkshopDraft>) => {
      setDraft({ ...draft, ...changes })
      setIssues(Object.fromEntries(Object.entries(issues).filter(([name]) => !(name in changes))))
    },
    save: () => save.mutate(stored?.version ?? null),
    decide: decide.mutate,
    ...versions({ reload, take, save: save.mutate }),
  }
}

interface Versions {
  reload: Start['reload']
  take: (document: WorkshopDocument) => void
  save: (version: number) => void
}

const versions = ({ reload, take, save }: Versions) => ({
  /** Their version takes the place of what was typed. */
  takeTheirs: async () => {
    const theirs = await reload()
    if (theirs) take(theirs)
  },
  /** What was typed is saved over their version. */
  keepMine: async () => {
    const theirs = await reload()
    if (theirs) save(theirs.version)
  },
})

/** Opens or closes the registration, or cancels the workshop. */
const useDecision = (workshopId: number, onDone: (next: WorkshopDocument) => void) => {
  const { t } = useTranslation('workshops/admin')
  const notify = useNotify()
  return useMutation({
    mutationFn: (state: WorkshopDecision) => decideState(workshopId, state),
    onSuccess: (next, state) => {
      onDone(next)
      notify({ kind: 'success', title: t(`editor.now_${state}`) })
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('editor.failed')) }),
  })
}
export type EditorState = ReturnType<typeof useWorkshopEditor>
