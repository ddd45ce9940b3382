import { useEffect, useRef, useState } from 'react'
import type { FormEvent, RefObject } from 'react'
import { safeSession } from '#src/core/storage/safe-storage.ts'
import { prefetchCalls } from '../api/load-calls.ts'
import { readDraft, writeDraft, type FormValues } from '../model/draft.ts'
import type { Failure } from '../model/failure.ts'
import type { Issues } from '../model/issues.ts'
import { useCountdown } from '#src/shared/lib/hooks/use-countdown.ts'

type Name<V> = keyof V & string

export interface AuthFormSpec<V extends FormValues> {
  initial: V
  /** The storage key of the draft and its fields; never a password. */
  draft?: { key: string; fields: readonly Name<V>[] }
  validate: (values: V) => Issues<Name<V>>
  submit: (values: V) => Promise<void>
  explain: (error: unknown) => Failure
  /** A wait applies only to this field's value: another address may try at once. */
  waitsFor?: Name<V>
  /** Cleared when the server rejects it, such as a used code. */
  discard?: Name<V>
}

export interface AuthForm<V extends FormValues> {
  values: V
  set: <N extends Name<V>>(name: N, value: V[N]) => void
  issues: Issues<Name<V>>
  message: string | null
  isSubmitting: boolean
  /** Seconds until the server accepts another try; 0 when it does now. */
  waitSeconds: number
  /** True after a wait ended, until the next submit. */
  isWaitOver: boolean
  ref: RefObject<HTMLFormElement | null>
  onSubmit: (event?: FormEvent) => void
  /** Submits at once with these values, before the next render has them. */
  submitWith: (entered: Partial<V>) => void
}

const noFailure: Failure = { message: null, issues: {}, retryAt: null }

/**
 * The state of one form before sign-in: draft, issues per field, focus on the first issue, one submit at a
 * time.
 */
export const useAuthForm = <V extends FormValues>(spec: AuthFormSpec<V>): AuthForm<V> => {
  const { values, setValues, typed } = useValues(spec)
  const [failure, setFailure] = useState<Failure>(noFailure)
  const [busy, setBusy] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  /** State updates one render late; a second Enter needs the current value. */
  const isSending = useRef(false)

  const wait = useWait(failure.retryAt, spec.waitsFor ? values[spec.waitsFor] : undefined)

  const set: AuthForm<V>['set'] = (name, value) => {
    typed({ ...values, [name]: value })
    setFailure(({ issues: { [name]: _removed, ...issues }, ...rest }) => ({ ...rest, issues }))
  }

  const fail = (next: Failure, sent: V) => {
    setFailure(next)
    const { waitsFor, discard } = spec
    if (waitsFor) wait.startFor(sent[waitsFor])
    if (discard && next.issues[discard]) setValues({ ...sent, [discard]: spec.initial[discard] })
  }

  const send = async (sent: V) => {
    isSending.current = true
    setBusy(true)
    setFailure(noFailure)
    try {
      await spec.submit(sent)
    } catch (error) {
      fail(spec.explain(error), sent)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const submit = (entered: V) => {
    if (isSending.current || wait.seconds > 0) return
    const issues = spec.validate(entered)
    if (Object.keys(issues).length > 0)
      setFailure({ ...noFailure, issues: issues as Failure['issues'], at: Date.now() })
    else void send(entered)
  }

  usePrefetchOnFocus(ref)
  useFocusOnFailure(ref, failure, busy)

  return {
    values,
    set,
    issues: failure.issues as Issues<Name<V>>,
    message: failure.message,
    isSubmitting: busy,
    waitSeconds: wait.seconds,
    isWaitOver: wait.isOver,
    ref,
    onSubmit: (event) => {
      event?.preventDefault()
      submit(values)
    },
    submitWith: (entered) => {
      const next = { ...values, ...entered }
      setValues(next)
      submit(next)
    },
  }
}

/** What is typed; the fields of the draft survive a reload of the page. */
const useValues = <V extends FormValues>({ draft, initial }: AuthFormSpec<V>) => {
  const [values, setValues] = useState<V>(() =>
    draft ? readDraft(safeSession.get(draft.key), initial, draft.fields) : initial,
  )
  const typed = (next: V) => {
    setValues(next)
    if (draft) safeSession.set(draft.key, writeDraft(next, draft.fields))
  }
  return { values, setValues, typed }
}

/** The wait before another try. It applies only to the value that it was started for. */
const useWait = (retryAt: number | null, value: unknown) => {
  const [waitingValue, setWaitingValue] = useState<unknown>(undefined)
  const applies = value === waitingValue
  const seconds = useCountdown(applies ? retryAt : null)
  return { seconds, isOver: applies && retryAt !== null && seconds === 0, startFor: setWaitingValue }
}

/** Loads the calls as soon as the form has the focus, because a submit follows. */
const usePrefetchOnFocus = (ref: RefObject<HTMLFormElement | null>) =>
  useEffect(() => {
    const form = ref.current
    form?.addEventListener('focusin', prefetchCalls, { once: true })
    return () => form?.removeEventListener('focusin', prefetchCalls)
  }, [ref])

/** Focuses the first field with an issue, or the field that the failure names. */
const useFocusOnFailure = (ref: RefObject<HTMLFormElement | null>, failure: Failure, busy: boolean) =>
  useEffect(() => {
    if (busy) return
    if (Object.keys(failure.issues).length > 0)
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    else if (failure.focus) ref.current?.querySelector<HTMLElement>(`[name="${failure.focus}"]`)?.focus()
    // Only a new failure moves the focus, not an issue that typing clears.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failure.at, busy])
