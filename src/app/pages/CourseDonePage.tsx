import { Suspense } from 'react'
import { CourseCertificatePanel } from '#src/features/certificates/index.ts'
import { CourseDonePage as Page } from '#src/features/courses/index.ts'
import { EarnedBadges } from '#src/features/leaderboard/index.ts'

/** What somebody did in a finished course, with its certificate and the badges of that time. */
export const CourseDonePage = () => (
  <Page
    badges={(period) => <EarnedBadges {...period} />}
    certificate={(courseId) => (
      <Suspense>
        <CourseCertificatePanel courseId={courseId} />
      </Suspense>
    )}
  />
)
