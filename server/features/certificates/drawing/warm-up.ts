import { designIds } from '#contract/certificates/shapes.ts'
import type { CertificateData } from '../certificate-data.ts'
import { renderCertificatePdf } from './drawing.ts'

const SAMPLE: CertificateData = {
  serial: '2345-6789-ABCD-EFGH',
  language: 'en',
  recipientName: 'A learner',
  title: 'A course',
  kind: 'course',
  issuedOn: '2026-01-01',
  expiresOn: null,
  issuerName: 'A school',
  brandColor: '#2456d6',
  logo: null,
  verifyUrl: 'https://example.test/verify/2345-6789-ABCD-EFGH',
  signatures: [],
  criteria: ['The whole course'],
  template: { design: 'classic', orientation: 'landscape', options: { showSeal: true, showCriteria: true } },
}

/**
 * Draws certificates that nobody gets. Code that runs for the first time makes the first document of a process twice as
 * slow as the first after a pause, so no learner should be the one to wait for it.
 */
export const warmUpDrawing = async (): Promise<void> => {
  for (const design of designIds)
    await renderCertificatePdf({ ...SAMPLE, template: { ...SAMPLE.template, design } })
}
