import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { CODE_DIGITS } from '#contract/attendance/rules.ts'
import { codeRefusals, type CheckedIn, type CodeRefusal } from '#contract/attendance/attendance.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate, localeOf } from '#src/shared/lib/format.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Burst } from '#src/shared/ui/feedback/Burst.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { attendanceQuery, checkInQuery, useCheckIn } from '../api/attendance.queries.ts'
import { useKeepScan } from '../api/keep-scan.ts'

/** /attendance/check-in: where the code on the screen of a class leads. */
export const CheckInPage = () => {
  const { t } = useTranslation('attendance')
  const [address] = useSearchParams()
  const sessionId = parseId(address.get('session') ?? '')
  return (
    <div className="mx-auto max-w-md">
      <PageHeader
        title={t('checkIn.title')}
        above={<BackLink to={paths.attendance}>{t('checkIn.back')}</BackLink>}
      />
      {sessionId === null ? <OpenClasses /> : <CheckIn key={sessionId} sessionId={sessionId} />}
    </div>
  )
}

/** Without a class in the address: the classes whose check-in waits for the learner. */
const OpenClasses = () => {
  const { t } = useTranslation('attendance')
  const query = useQuery(attendanceQuery(null))
  const open = query.data?.check_ins ?? []
  const [only] = open
  if (query.isPending) return <Loading />
  if (only && open.length === 1) return <CheckIn key={only.id} sessionId={only.id} />
  if (open.length > 1)
    return (
      <ul aria-label={t('checkIn.choose')} className="flex flex-col gap-3">
        {open.map(({ id, title }) => (
          <li key={id}>
            <Link to={paths.attendanceCheckIn(id)} className="block card card-link p-4 font-medium text-ink">
              <bdi>{title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    )
  return (
    <EmptyState title={t('checkIn.noSession')} text={t('checkIn.noSessionText')} action={<ToAttendance />} />
  )
}

const Loading = () => {
  const { t } = useTranslation('attendance')
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{t('checkIn.loading')}</span>
      <Skeleton className="h-64 rounded-xl" />
    </div>
  )
}

const ToAttendance = () => {
  const { t } = useTranslation('attendance')
  return (
    <Link to={paths.attendance} className={buttonClass({ variant: 'secondary' })}>
      {t('checkIn.toAttendance')}
    </Link>
  )
}

const CheckIn = ({ sessionId }: { sessionId: number }) => {
  const { t } = useTranslation('attendance')
  const language = useLanguage()
  const [address] = useSearchParams()
  const query = useQuery(checkInQuery(sessionId))
  useKeepScan(sessionId, query.isPending ? (address.get('code') ?? '') : '')
  const [done, setDone] = useState<CheckedIn | null>(null)
  if (query.isError)
    return isApiError(query.error) && query.error.code === 'not_found' ? (
      <EmptyState
        illustration="notFound"
        title={t('checkIn.notFound')}
        text={t('checkIn.notFoundText')}
        action={<ToAttendance />}
      />
    ) : (
      <EmptyState
        illustration="error"
        role="alert"
        title={errorText(query.error, t('checkIn.failed'))}
        action={<Button onClick={() => void query.refetch()}>{t('checkIn.retry')}</Button>}
      />
    )
  if (!query.data) return <Loading />
  const { session, checked_in_at: before } = query.data
  const at = done?.at ?? before
  if (at) return <Done title={session.title} at={at} isNew={done !== null} isLate={done?.status === 'late'} />
  return (
    <div className="card p-5 sm:p-6">
      <h2 className="text-lg font-semibold text-ink">
        <bdi>{session.title}</bdi>
      </h2>
      <p className="mt-0.5 text-sm text-ink-muted">
        {formatDate(session.starts_at, language, { time: true })}
      </p>
      <CodeForm sessionId={sessionId} onDone={setDone} onUsed={() => void query.refetch()} />
    </div>
  )
}

const refusalOf = (error: unknown): CodeRefusal | null => {
  if (!isApiError(error)) return null
  const why = error.fields?.['code']?.[0]?.params?.['why']
  return codeRefusals.find((refusal) => refusal === why) ?? null
}

/** The code of the address, taken out of it at once: a reload must not send it again. */
const useScannedCode = (): string => {
  const [address, setAddress] = useSearchParams()
  const [code] = useState(address.get('code') ?? '')
  useEffect(() => {
    if (!address.has('code')) return
    const next = new URLSearchParams(address)
    next.delete('code')
    setAddress(next, { replace: true })
  }, [address, setAddress])
  return code
}

type FormProps = { sessionId: number; onDone: (done: CheckedIn) => void; onUsed: () => void }

const CodeForm = ({ sessionId, onDone, onUsed }: FormProps) => {
  const { t } = useTranslation('attendance')
  const scanned = useScannedCode()
  const [code, setCode] = useState('')
  const { mutate, isPending, error, variables } = useCheckIn(sessionId)
  useKeepScan(sessionId, isPending ? variables : '')
  const isSent = useRef(false)
  const send = (text: string) =>
    mutate(text, {
      onSuccess: onDone,
      onError: (failure) => {
        setCode('')
        if (refusalOf(failure) === 'used') onUsed()
      },
    })
  useEffect(() => {
    if (scanned === '' || isSent.current) return
    isSent.current = true
    send(scanned)
  })
  const why = refusalOf(error)
  if (why === 'ended')
    return (
      <div className="mt-5 flex flex-col items-start gap-4">
        <Alert kind="warning">{t('checkIn.why.ended')}</Alert>
        <ToAttendance />
      </div>
    )
  const message = why ? t(`checkIn.why.${why}`) : error ? errorText(error, t('checkIn.failed')) : null
  return (
    <form
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '' && !isPending) send(code)
      }}
    >
      <Field label={t('checkIn.code')} hint={t('checkIn.hint')} error={message}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            maxLength={CODE_DIGITS + 3}
            value={code}
            className="text-center text-2xl font-semibold tracking-widest tabular-nums rtl:text-center"
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="lg" block pending={isPending}>
        {t('checkIn.send')}
      </Button>
    </form>
  )
}

type DoneProps = { title: string; at: string; isNew: boolean; isLate: boolean }

const Done = ({ title, at, isNew, isLate }: DoneProps): ReactNode => {
  const { t } = useTranslation('attendance')
  const language = useLanguage()
  const time = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short' }).format(new Date(at))
  return (
    <div role="status" className="relative flex flex-col items-center gap-3 card p-8 text-center">
      {isNew && <Burst size="lg" />}
      <span
        aria-hidden="true"
        className="flex size-20 items-center justify-center rounded-full bg-success-soft text-4xl text-success-text"
      >
        ✓
      </span>
      <h2 className="text-2xl font-bold text-ink">{t('checkIn.doneTitle')}</h2>
      <p className="text-ink-muted">{t('checkIn.done', { title: isolated(title), time })}</p>
      {isLate && <p className="text-sm text-warning-text">{t('checkIn.late')}</p>}
      <div className="mt-2">
        <ToAttendance />
      </div>
    </div>
  )
}
