/** Entry point of certificates for admins. */
import { lazyPage } from '#src/core/i18n/lazy-page.ts'

export const AdminCertificatesPage = lazyPage(
  async () => (await import('./pages/AdminCertificatesPage.tsx')).AdminCertificatesPage,
  'certificates/admin',
  'certificates',
)
export const CertificateTemplatesPage = lazyPage(
  async () => (await import('./pages/CertificateTemplatesPage.tsx')).CertificateTemplatesPage,
  'certificates/admin',
  'certificates',
)
