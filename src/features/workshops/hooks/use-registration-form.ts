import { useEffect, useRef, useState, type FormEvent } from 'react'
import { FORM_MIN_MS, type Outcome, type WorkshopPageData } from '#contract/workshops/public.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { safeSession } from '#src/core/storage/safe-storage.ts'
import { fetchPage, sendForm, sendMyForm, type Account, type Own } from '../api/public-calls.ts'
import {
  formIssues,
  readDraft,
  serverIssues,
  type ChosenFile,
  type FormValues,
  type Issues,
} from '../model/form.ts'

/** A key of `errors`. */
type Failure = 'network' | 'failed' | 'closed' | 'tooMany'

const failureOf = (error: unknown): Failure => {
  if (!isApiError(error)) return 'failed'
  if (error.status === null) return 'network'
  if (error.status === 409) return 'closed'
  return error.status === 429 ? 'tooMany' : 'failed'
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Options {
  page: WorkshopPageData
  account: Account | null
  onOutcome: (outcome: Outcome, email: string) => void
  onOwn: (own: Own) => void
}

const hasTokenIssue = (error: unknown): boolean =>
  isApiError(error) && error.fields !== undefined && 'form_token' in error.fields

/** Sends the form once the server takes it: people who are faster than its time trap only wait a moment. */
const createSender = (code: string, token: string) => {
  const form = { token, openedMs: Date.now() }
  const renew = async () => {
    form.token = (await fetchPage(code)).form_token
    form.openedMs = Date.now()
  }
  return async (values: FormValues, file: ChosenFile | null, website: string): Promise<Outcome> => {
    const send = async () => {
      await wait(Math.max(0, form.openedMs + FORM_MIN_MS + 200 - Date.now()))
      return (await sendForm(code, values, { file, formToken: form.token, website })).outcome
    }
    try {
      return await send()
    } catch (error) {
      if (!hasTokenIssue(error)) throw error
      // The form was open since yesterday.
      await renew()
      return send()
    }
  }
}

/** What is typed survives a reload of the page; a file has to be chosen again. */
const useDraft = (code: string, account: Account | null) => {
  const key = `workshop-form:${code}`
  const [values, setValues] = useState<FormValues>(() => {
    const draft = readDraft(safeSession.get(key))
    return { ...draft, name: draft.name || (account?.name ?? ''), email: account?.email ?? draft.email }
  })
  return {
    values,
    change: (next: FormValues) => {
      setValues(next)
      safeSession.set(key, JSON.stringify(next))
    },
    clear: () => safeSession.remove(key),
  }
}

export const useRegistrationForm = ({ page, account, onOutcome, onOwn }: Options) => {
  const { code } = page.workshop
  const draft = useDraft(code, account)
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [issues, setIssues] = useState<Issues>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSending, setSending] = useState(false)
  const [failedAt, setFailedAt] = useState(0)
  const [website, setWebsite] = useState('')
  const [send] = useState(() => createSender(code, page.form_token))
  const fail = (found: Issues, why: Failure | null) => {
    setIssues(found)
    setFailure(why)
    setFailedAt(Date.now())
  }
  const submit = async () => {
    setSending(true)
    setFailure(null)
    try {
      if (account) onOwn(await sendMyForm(code, draft.values, file))
      else onOutcome(await send(draft.values, file, website), draft.values.email.trim())
      draft.clear()
    } catch (error) {
      const found = isApiError(error) ? serverIssues(page.fields, error.fields ?? {}) : {}
      const isNamed = Object.keys(found).length > 0
      if (isApiError(error) && error.code === 'body_too_large') fail(tooLarge(page), null)
      else fail(found, isNamed ? null : failureOf(error))
    } finally {
      setSending(false)
    }
  }
  const changes = changesOf({ draft, issues, setIssues, setFile })
  return {
    values: draft.values,
    file,
    issues,
    failure,
    isSending,
    failedAt,
    website,
    setWebsite,
    ...changes,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (isSending) return
      const found = formIssues(page.fields, draft.values, file, account !== null)
      if (Object.keys(found).length > 0) fail(found, null)
      else void submit()
    },
  }
}
/** Moves the focus to the first field with an issue after each failure. */
export const useFocusOnIssue = (failedAt: number) => {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failedAt > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failedAt])
  return ref
}
export type RegistrationFormState = ReturnType<typeof useRegistrationForm>

interface Writable {
  draft: ReturnType<typeof useDraft>
  issues: Issues
  setIssues: (issues: Issues) => void
  setFile: (file: ChosenFile | null) => void
}

/** What typing changes; the issue of a field goes with the first change. */
const changesOf = ({ draft, issues, setIssues, setFile }: Writable) => ({
  setPerson: (change: Partial<Pick<FormValues, 'name' | 'email'>>) => {
    draft.change({ ...draft.values, ...change })
    setIssues(without(issues, Object.keys(change)))
  },
  setAnswer: (id: string, answer: string | boolean) => {
    draft.change({ ...draft.values, answers: { ...draft.values.answers, [id]: answer } })
    setIssues(without(issues, [id]))
  },
  setFile: (id: string, chosen: ChosenFile | null) => {
    setFile(chosen)
    setIssues(without(issues, [id]))
  },
})

const without = (issues: Issues, names: readonly string[]): Issues =>
  Object.fromEntries(Object.entries(issues).filter(([name]) => !names.includes(name)))

const tooLarge = ({ fields }: WorkshopPageData): Issues => {
  const field = fields.find(({ kind }) => kind === 'file')
  return field ? { [field.id]: { key: 'fileLarge' } } : {}
}
