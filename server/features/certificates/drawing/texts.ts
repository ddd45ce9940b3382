import type { CertificateData } from '../certificate-data.ts'

interface Texts {
  heading: Record<CertificateData['kind'], string>
  /** Before the name. */
  before: string
  /** Between the name and the title. */
  after: Record<CertificateData['kind'], string>
  issued: (date: string) => string
  expires: (date: string) => string
  issuedLabel: string
  expiresLabel: string
  serial: string
  /** What the QR code is for. */
  scan: string
}

/** Neither Hindi nor Arabic may guess whether the person is a woman or a man: no verb stands beside the name. */
export const texts: Readonly<Record<CertificateData['language'], Texts>> = {
  en: {
    heading: { course: 'Certificate of Completion', assessment: 'Certificate of Achievement' },
    before: 'This certifies that',
    after: {
      course: 'has successfully completed the course',
      assessment: 'has passed the assessment',
    },
    issued: (date) => `Issued on ${date}`,
    expires: (date) => `Valid until ${date}`,
    issuedLabel: 'Issued on',
    expiresLabel: 'Valid until',
    serial: 'Serial number',
    scan: 'QR code to check this certificate',
  },
  hi: {
    heading: { course: 'पूर्णता प्रमाणपत्र', assessment: 'उपलब्धि प्रमाणपत्र' },
    before: 'यह प्रमाणित किया जाता है कि',
    after: {
      course: 'ने यह कोर्स सफलतापूर्वक पूरा किया है',
      assessment: 'ने यह परीक्षा सफलतापूर्वक उत्तीर्ण की है',
    },
    issued: (date) => `${date} को जारी`,
    expires: (date) => `${date} तक मान्य`,
    issuedLabel: 'जारी करने की तारीख',
    expiresLabel: 'मान्य अवधि',
    serial: 'क्रम संख्या',
    scan: 'इस प्रमाणपत्र को जाँचने के लिए QR कोड',
  },
  ar: {
    heading: { course: 'شهادة إتمام', assessment: 'شهادة إنجاز' },
    before: 'تُمنح هذه الشهادة إلى',
    after: { course: 'لإتمام الدورة التالية بنجاح', assessment: 'لاجتياز التقييم التالي بنجاح' },
    issued: (date) => `صدرت في ${date}`,
    expires: (date) => `صالحة حتى ${date}`,
    issuedLabel: 'تاريخ الإصدار',
    expiresLabel: 'صالحة حتى',
    serial: 'الرقم التسلسلي',
    scan: 'رمز QR للتحقق من هذه الشهادة',
  },
}
