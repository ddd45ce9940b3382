import { useQuery } from '@tanstack/react-query'
import Award from 'lucide-react/icons/award'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { CourseCertificate } from '#contract/certificates/certificates.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { courseCertificateQuery } from '../api/certificates.queries.ts'
import { CriteriaList } from './CriteriaList.tsx'

/** The true state of a course's certificate; nothing where the course has none. */
export const CourseCertificatePanel = ({ courseId }: { courseId: number }) => {
  const { data, isPending } = useQuery(courseCertificateQuery(courseId))
  if (isPending) return <Skeleton className="h-28 w-full rounded-xl" />
  return data?.has_certificate ? <Panel found={data} /> : null
}

const Panel = ({ found }: { found: CourseCertificate }) => {
  const { t } = useTranslation('certificates')
  const language = useLanguage()
  const { certificate } = found
  if (certificate)
    return (
      <Frame
        title={t(certificate.state === 'valid' ? 'panel.earned' : `stateTitles.${certificate.state}`)}
        text={t('issued', { day: formatDate(certificate.issued_on, language) })}
        action={{ to: paths.certificate(certificate.serial), label: t('panel.open') }}
      />
    )
  if (found.is_ready)
    return (
      <Frame
        title={t('panel.ready')}
        text={t('panel.readyText')}
        action={{ to: paths.certificates, label: t('panel.confirm') }}
      />
    )
  return (
    <Frame title={t('panel.missing')} text={t('panel.missingText')}>
      <CriteriaList criteria={found.criteria} kind="course" />
    </Frame>
  )
}

type FrameProps = {
  title: string
  text: string
  action?: { to: string; label: string }
  children?: ReactNode
}

const Frame = ({ title, text, action, children }: FrameProps) => (
  <section aria-labelledby="course-certificate" className="card flex flex-col gap-4 p-5">
    <div className="flex flex-wrap items-center gap-4">
      <span
        aria-hidden="true"
        className="flex size-12 shrink-0 items-center justify-center rounded-full bg-primary-soft text-primary-text"
      >
        <Award size={26} />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <h2 id="course-certificate" className="text-lg font-semibold text-ink">
          {title}
        </h2>
        <p className="text-sm text-ink-muted">{text}</p>
      </div>
      {action && (
        <Link to={action.to} className={buttonClass({ variant: 'secondary', className: 'max-sm:w-full' })}>
          {action.label}
        </Link>
      )}
    </div>
    {children}
  </section>
)
