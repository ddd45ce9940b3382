import { languages } from '#contract/languages.ts'
import { featureCatalogue, type FeatureSlug, type NewClient } from '#server/features/client-info/index.ts'

/**
 * The features of client 8 and their Arabic titles. It has no community or attendance, as an example of a
 * client with fewer features.
 */
const titlesInArabic: Partial<Record<FeatureSlug, string>> = {
  dashboard: 'لوحة التعلّم',
  course: 'الدورات',
  assessment: 'الاختبارات',
  live_class: 'الحصص المباشرة',
  job_portal: 'بوابة الوظائف',
  admin_dashboard: 'لوحة الإدارة',
  admin_manage_students: 'إدارة الطلاب',
  admin_course_builder: 'إعداد الدورات',
  admin_live: 'إدارة الحصص المباشرة',
  admin_payment: 'روابط الدفع',
  admin_webinar_management: 'الندوات الإلكترونية',
  admin_workshop_reg: 'تسجيلات الورش',
}

const arabicFeatures = featureCatalogue.flatMap(({ slug }) => {
  const title = titlesInArabic[slug]
  return title === undefined ? [] : [{ slug, title }]
})

/**
 * The demo clients (rules: Running it): 7 has every feature and starts in English; 8 is another brand with fewer
 * features and starts in Arabic; 9 is inactive. Names and logos were made up for this project.
 */
export const demoTenants: readonly NewClient[] = [
  {
    clientId: 7,
    name: 'Kitewing Academy',
    shortName: 'Kitewing',
    slug: 'kitewing',
    isActive: true,
    brandColour: '#2456d6',
    theme: { secondary: '#0e7490', accent: '#f2a33a' },
    languages: [...languages],
    detectBrowserLanguage: true,
    supportEmail: 'support@kitewing.test',
    timeZone: 'Asia/Kolkata',
    currency: 'INR',
    hosts: ['kitewing.localhost'],
    features: featureCatalogue.map(({ slug, title }) => ({ slug, title })),
  },
  {
    clientId: 8,
    name: 'أكاديمية أفق',
    shortName: 'أفق',
    slug: 'ufuq',
    isActive: true,
    brandColour: '#0b7a5b',
    theme: { secondary: '#8a5a2b', accent: '#d99a1c' },
    languages: ['ar', 'en'],
    // Visitors first see Arabic, whatever language their browser prefers.
    detectBrowserLanguage: false,
    supportEmail: 'support@ufuq.test',
    timeZone: 'Asia/Riyadh',
    currency: 'SAR',
    hosts: ['ufuq.localhost'],
    features: arabicFeatures,
  },
  {
    clientId: 9,
    name: 'Quarry Lane Institute',
    shortName: 'Quarry Lane',
    slug: 'quarry-lane',
    isActive: false,
    brandColour: '#9b2242',
    theme: {},
    languages: ['en'],
    detectBrowserLanguage: true,
    supportEmail: 'support@quarrylane.test',
    timeZone: 'Europe/London',
    currency: 'GBP',
    hosts: ['quarry-lane.localhost'],
    features: featureCatalogue.filter(({ slug }) => slug === 'dashboard' || slug === 'course'),
  },
]
