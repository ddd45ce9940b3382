import { Suspense } from 'react'
import { useAfterInteractive } from '#src/core/after-interactive.ts'
import { CourseCertificatePanel } from '#src/features/certificates/index.ts'
import { CourseDonePage as Page } from '#src/features/courses/index.ts'
import { EarnedBadges } from '#src/features/leaderboard/index.ts'

/** What somebody did in a finished course; its certificate and the badges of that time come once it can be read. */
export const CourseDonePage = () => {
  const isReadable = useAfterInteractive()
  return (
    <Page
      badges={(period) => <Suspense>{isReadable && <EarnedBadges {...period} />}</Suspense>}
      certificate={(courseId) => (
        <Suspense>{isReadable && <CourseCertificatePanel courseId={courseId} />}</Suspense>
      )}
    />
  )
}
