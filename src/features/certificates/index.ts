/** Entry point of a learner's certificates. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const CertificatesPage = lazyPage(
  async () => (await import('./pages/CertificatesPage.tsx')).CertificatesPage,
  'certificates',
)
export const CertificatePage = lazyPage(
  async () => (await import('./pages/CertificatePage.tsx')).CertificatePage,
  'certificates',
)
/** The state of a course's certificate, for the pages of the course. */
export const CourseCertificatePanel = lazyPage(
  async () => (await import('./components/CourseCertificatePanel.tsx')).CourseCertificatePanel,
  'certificates',
)
