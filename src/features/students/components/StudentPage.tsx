import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Student } from '#contract/students/students.ts'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { studentQuery } from '../api/students.queries.ts'
import { AccountCard } from './AccountCard.tsx'
import { AttemptsCard } from './AttemptsCard.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { EnrolmentsCard } from './EnrolmentsCard.tsx'
import { MessagesCard } from './messages/MessagesCard.tsx'
import { RecordCards } from './record/RecordCards.tsx'
import { SupportCard } from './SupportCard.tsx'
import { StudyCard } from './StudyCard.tsx'

/** One person: study time, courses, attempts, classes, payments, messages and the account. */
export const StudentPage = ({ userId }: { userId: number }) => {
  const { t } = useTranslation('students')
  const student = useQuery(studentQuery(userId))
  const { data } = student
  return (
    <>
      <PageHeader
        above={<BackLink to={adminPaths.students}>{t('title')}</BackLink>}
        title={data ? <Name student={data} /> : t('one.title')}
        {...(data && { text: <Facts student={data} /> })}
      />
      {data ? (
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_340px]">
          <div className="flex min-w-0 flex-col gap-6">
            <StudyCard student={data} />
            <EnrolmentsCard student={data} />
            {data.email !== null && <AttemptsCard attempts={data.attempts} />}
            <RecordCards userId={data.id} />
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <AccountCard student={data} />
            <MessagesCard student={data} />
            {data.may_change && <DevicesCard student={data} />}
            {data.may_change && data.role === 'student' && !data.is_disabled && (
              <SupportCard student={data} />
            )}
          </div>
        </div>
      ) : student.isError ? (
        <FailedPage
          say={(key) => t(`one.${key}`)}
          error={student.error}
          missing={t('one.missing')}
          pending={student.isFetching}
          onRetry={() => void student.refetch()}
        />
      ) : (
        <div role="status" aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">{t('one.loading')}</span>
          <Skeleton className="h-64 rounded-xl" />
          <Skeleton className="h-64 rounded-xl" />
        </div>
      )}
    </>
  )
}

const Name = ({ student }: { student: Student }) => (
  <span className="flex items-center gap-3">
    <Avatar name={student.name} src={student.picture} size={48} />
    <bdi className="min-w-0 wrap-anywhere">{student.name}</bdi>
  </span>
)

const Facts = ({ student }: { student: Student }) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  const active = student.last_active_on
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {student.role !== 'student' && <Badge tone="info">{t(`roles.${student.role}`)}</Badge>}
      {student.is_disabled && <Badge tone="warning">{t('state.disabled')}</Badge>}
      <span>{t('one.joined', { date: formatDate(student.joined_at, language) })}</span>
      <span>
        {active === null ? t('one.neverActive') : t('one.active', { date: formatDate(active, language) })}
      </span>
    </span>
  )
}
