import type { CertificateData } from '#server/features/certificates/certificate-data.ts'

const SIGNED = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" width="120" height="40"><path d="M5 30C20-10 30 50 45 20S60 5 70 25 95 30 115 10" fill="none" stroke="#1b2a6b" stroke-width="2"/></svg>',
)
const LOGO = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" width="60" height="60"><path d="M30 5 55 30 30 55 5 30z" fill="#2456d6"/></svg>',
)

type Changes = Omit<Partial<CertificateData>, 'template'> & {
  template?: Partial<CertificateData['template']>
}

export const sampleCertificate = ({ template, ...changes }: Changes = {}): CertificateData => ({
  serial: 'KW7F-2QXM-9RTA-C',
  language: 'en',
  recipientName: 'Ananya Krishnamurthy',
  title: 'Data Analysis with Python',
  kind: 'course',
  issuedOn: '2026-11-23',
  expiresOn: null,
  issuerName: 'Kitewing Academy',
  brandColor: '#2456d6',
  logo: LOGO,
  verifyUrl: 'https://learn.kitewing.test/verify/KW7F-2QXM-9RTA-C',
  signatures: [{ name: 'Maya Fernandes', role: 'Head of Learning', picture: SIGNED }],
  criteria: ['All 42 lessons completed'],
  template: {
    design: 'classic',
    orientation: 'landscape',
    options: { showSeal: true, showCriteria: true },
    ...template,
  },
  ...changes,
})

/** The most that the product accepts, in every script. */
export const LONGEST = {
  recipientName: 'Venkatanarasimharajuvaripeta Subrahmanyam अनन्या द्विवेदी عبد الرحمن الحسيني '
    .repeat(3)
    .slice(0, 200),
  title: 'Foundations of Machine Learning and Responsible Data Engineering for Health '
    .repeat(3)
    .slice(0, 200),
  issuerName: 'The International Institute for Applied Learning and Professional Practice',
  expiresOn: '2028-11-22',
  signatures: Array.from({ length: 3 }, () => ({
    name: 'Prof. Anneliese Katharina von Habermann',
    role: 'Chair of the Examination Board',
    picture: SIGNED,
  })),
  criteria: [
    'All 42 lessons completed',
    'Final quiz 87 %, at least 70 %',
    '12 hours of study',
    'Attendance 92 %',
  ],
}
