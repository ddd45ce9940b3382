import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languageInfo } from '#contract/languages.ts'
import { studentRoles, type Student } from '#contract/students/students.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { setActive, setRole, studentKeys } from '../api/students.queries.ts'

/** What the account says, and for admins its role and whether it is switched on. */
export const AccountCard = ({ student }: { student: Student }) => {
  const { t } = useTranslation('students')
  return (
    <section aria-labelledby="student-account">
      <Card>
        <h2 id="student-account" className="text-lg font-semibold text-ink">
          {t('account.title')}
        </h2>
        <dl className="mt-3 flex flex-col gap-3 text-sm">
          {student.email !== null && (
            <Fact term={t('account.email')}>
              <bdi className="wrap-anywhere">{student.email}</bdi>
              {!student.is_verified && (
                <span className="block text-ink-muted">{t('account.unverified')}</span>
              )}
            </Fact>
          )}
          {student.phone !== null && (
            <Fact term={t('account.phone')}>
              <bdi dir="ltr">{student.phone}</bdi>
            </Fact>
          )}
          <Fact term={t('account.username')}>
            <bdi>{student.username}</bdi>
          </Fact>
          {student.groups.length > 0 && (
            <Fact term={t('row.groups')}>
              {student.groups.map(({ id, name }) => (
                <bdi key={id} className="block wrap-anywhere">
                  {name}
                </bdi>
              ))}
            </Fact>
          )}
          <Fact term={t('account.language')}>{languageInfo(student.language).name}</Fact>
          <Fact term={t('account.timeZone')}>
            <bdi>{student.time_zone.replaceAll('_', ' ')}</bdi>
          </Fact>
        </dl>
        {student.may_change && <Changes student={student} />}
      </Card>
    </section>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-ink-muted">{term}</dt>
    <dd className="text-ink">{children}</dd>
  </div>
)

const Changes = ({ student }: { student: Student }) => {
  const { t } = useTranslation('students')
  const role = useChange(student, (next: (typeof studentRoles)[number]) => setRole(student.id, next))
  const active = useChange(student, (isActive: boolean) => setActive([student.id], isActive))
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-line pt-5">
      {student.role !== 'superadmin' && (
        <Field label={t('account.role')} hint={t('account.roleHint')}>
          {(control) => (
            <Select
              {...control}
              value={student.role === 'superadmin' ? 'admin' : student.role}
              options={studentRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
              disabled={role.isPending}
              onChange={(next) => role.mutate(next)}
            />
          )}
        </Field>
      )}
      <Button
        variant={student.is_disabled ? 'secondary' : 'danger'}
        pending={active.isPending}
        onClick={() => active.mutate(student.is_disabled)}
      >
        {t(student.is_disabled ? 'bulk.activate' : 'bulk.deactivate')}
      </Button>
      {!student.is_disabled && <p className="text-sm text-ink-muted">{t('account.deactivateHint')}</p>}
    </div>
  )
}

const useChange = <Value,>(student: Student, change: (value: Value) => Promise<unknown>) => {
  const { t } = useTranslation('students')
  const notify = useNotify()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      notify({ kind: 'success', title: t('account.changed', { name: student.name }) })
      return queries.invalidateQueries({ queryKey: studentKeys.all })
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('account.failed')) }),
  })
}
