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
  /** Where the tab keeps what was typed, and which fields; a password is never among them. */
  draft?: { key: string; kept: readonly Name<V>[] }
  validate: (values: V) => Issues<Name<V>>
  submit: (values: V) => Promise<void>
  explain: (error: unknown) => Failure
  /** A wait belongs to this field's value: another address may try at once. */
  waitsFor?: Name<V>
  /** Emptied when the server refuses it, as a used-up code is. */
  discard?: Name<V>
}

export interface AuthForm<V extends FormValues> {
  values: V
  set: <N extends Name<V>>(name: N, value: V[N]) => void
  issues: Issues<Name<V>>
  message: string | null
  busy: boolean
  /** Seconds until the server accepts another try; 0 when it does now. */
  waitSeconds: number
  /** True once a wait has run out and nothing was sent since. */
  waited: boolean
  ref: RefObject<HTMLFormElement | null>
  onSubmit: (event?: FormEvent) => void
  /** Sends at once with what has just been entered, before the next render knows it. */
  submitWith: (entered: Partial<V>) => void
}

const none: Failure = { message: null, issues: {}, retryAt: null }

/** State of one form before sign-in: draft, issues under their fields, focus on the first, one send at a time. */
export const useAuthForm = <V extends FormValues>(spec: AuthFormSpec<V>): AuthForm<V> => {
  const { draft } = spec
  const [values, setValues] = useState<V>(() =>
    draft ? readDraft(safeSession.get(draft.key), spec.initial, draft.kept) : spec.initial,
  )
  const [failure, setFailure] = useState<Failure>(none)
  const [busy, setBusy] = useState(false)
  const [waitingValue, setWaitingValue] = useState<unknown>(undefined)
  const ref = useRef<HTMLFormElement>(null)
  /** State arrives a render late; a second Enter must meet the truth at once. */
  const sending = useRef(false)

  const waitApplies = !spec.waitsFor || values[spec.waitsFor] === waitingValue
  const waitSeconds = useCountdown(waitApplies ? failure.retryAt : null)

  const set: AuthForm<V>['set'] = (name, value) => {
    const next = { ...values, [name]: value }
    setValues(next)
    if (draft) safeSession.set(draft.key, writeDraft(next, draft.kept))
    setFailure(({ issues: { [name]: _gone, ...issues }, ...rest }) => ({ ...rest, issues }))
  }

  const fail = (found: Failure, sent: V) => {
    setFailure(found)
    const { waitsFor, discard } = spec
    if (waitsFor) setWaitingValue(sent[waitsFor])
    if (discard && found.issues[discard]) setValues({ ...sent, [discard]: spec.initial[discard] })
  }

  const send = async (sent: V) => {
    sending.current = true
    setBusy(true)
    setFailure(none)
    try {
      await spec.submit(sent)
    } catch (error) {
      fail(spec.explain(error), sent)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const submit = (entered: V) => {
    if (sending.current || waitSeconds > 0) return
    const issues = spec.validate(entered)
    if (Object.keys(issues).length > 0)
      setFailure({ ...none, issues: issues as Failure['issues'], at: Date.now() })
    else void send(entered)
  }

  useEffect(() => {
    const form = ref.current
    form?.addEventListener('focusin', prefetchCalls, { once: true })
    return () => form?.removeEventListener('focusin', prefetchCalls)
  }, [])

  useEffect(() => {
    if (busy) return
    if (Object.keys(failure.issues).length > 0)
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    else if (failure.focus) ref.current?.querySelector<HTMLElement>(`[name="${failure.focus}"]`)?.focus()
    // Only a new failure moves the focus, not the clearing of one issue while typing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failure.at, busy])

  return {
    values,
    set,
    issues: failure.issues as Issues<Name<V>>,
    message: failure.message,
    busy,
    waitSeconds,
    waited: waitApplies && failure.retryAt !== null && waitSeconds === 0,
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
