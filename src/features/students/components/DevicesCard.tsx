import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { MemberSession } from '#contract/auth/account-admin.ts'
import type { Student } from '#contract/students/students.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { devicesQuery, signOut, studentKeys } from '../api/students.queries.ts'

/** For admins: where the person is signed in, and what was recorded about them. */
export const DevicesCard = ({ student }: { student: Student }) => {
  const { t } = useTranslation('students')
  const devices = useQuery(devicesQuery(student.id))
  const end = useSignOut(student)
  return (
    <section aria-labelledby="student-devices">
      <Card>
        <h2 id="student-devices" className="text-lg font-semibold text-ink">
          {t('devices.title')}
        </h2>
        <ListStates
          rows={devices.data?.results}
          query={devices}
          texts={{
            loading: t('devices.loading'),
            failed: t('devices.failed'),
            empty: { title: t('devices.empty') },
          }}
          skeleton={{ rows: 2, className: 'h-14' }}
        >
          {(rows) => (
            <>
              <ul className="mt-2 divide-y divide-line">
                {rows.map((device) => (
                  <Device
                    key={device.id}
                    device={device}
                    isPending={end.isPending && end.variables === device.id}
                    onEnd={() => end.mutate(device.id)}
                  />
                ))}
              </ul>
              {rows.length > 1 && (
                <Button
                  variant="secondary"
                  size="sm"
                  className="mt-3"
                  pending={end.isPending && end.variables === null}
                  onClick={() => end.mutate(null)}
                >
                  {t('devices.endAll')}
                </Button>
              )}
            </>
          )}
        </ListStates>
        <Link
          to={`${adminPaths.security}?about=${student.id}`}
          className="mt-3 inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
        >
          {t('devices.log')}
        </Link>
      </Card>
    </section>
  )
}

interface DeviceProps {
  device: MemberSession
  isPending: boolean
  onEnd: () => void
}

const Device = ({ device, isPending, onEnd }: DeviceProps) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  const seen = formatDate(device.last_seen_at, language, { time: true })
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <bdi className="block font-medium wrap-anywhere text-ink">{device.device}</bdi>
        <p className="text-sm text-ink-muted">{t('devices.seen', { when: seen })}</p>
        <p className="text-sm text-ink-muted">
          {t('devices.network', { network: isolated(device.network) })}
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        pending={isPending}
        aria-label={t('devices.endOne', { device: device.device })}
        onClick={onEnd}
      >
        {t('devices.end')}
      </Button>
    </li>
  )
}

const useSignOut = (student: Student) => {
  const { t } = useTranslation('students')
  const notify = useNotify()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string | null) => signOut(student.id, sessionId),
    onSuccess: () => {
      notify({ kind: 'success', title: t('devices.ended', { name: student.name }) })
      return queries.invalidateQueries({ queryKey: studentKeys.devices(student.id) })
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('devices.endFailed')) }),
  })
}
