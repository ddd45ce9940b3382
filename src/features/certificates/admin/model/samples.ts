/** Names and titles that a look must stand. */
export const samples = ['usual', 'latin', 'devanagari', 'arabic', 'mixed'] as const
export type Sample = (typeof samples)[number]

export const SAMPLE_TEXTS: Readonly<Record<Exclude<Sample, 'usual'>, { name: string; title: string }>> = {
  latin: {
    name: 'Wolfeschlegelsteinhausenbergerdorff Venkatanarasimharajuvaripeta Subrahmanyam-Fitzgerald',
    title: 'Foundations of Machine Learning and Responsible Data Engineering for Public Health Services',
  },
  devanagari: {
    name: 'श्रीमती वेंकटनरसिम्हराजुवारिपेट अन्नपूर्णेश्वरी देवी त्रिपाठी चतुर्वेदी',
    title: 'सार्वजनिक स्वास्थ्य सेवाओं के लिए मशीन लर्निंग और ज़िम्मेदार डेटा इंजीनियरिंग के मूल सिद्धांत',
  },
  arabic: {
    name: 'عبد الرحمن بن محمد بن عبد العزيز بن سليمان الحسيني القحطاني الأنصاري',
    title: 'أسس تعلم الآلة وهندسة البيانات المسؤولة لخدمات الصحة العامة في المؤسسات الحديثة',
  },
  mixed: {
    name: 'Ananya Krishnamurthy (अनन्या कृष्णमूर्ति) عبد الرحمن الحسيني',
    title: 'Python के साथ डेटा विश्लेषण: تحليل البيانات',
  },
}
