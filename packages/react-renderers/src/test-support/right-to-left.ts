import type { JsonObject } from '@pf/core'

const dot = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEElEQVR42mNgaGjAjoaWBADiMEABsMU5DQAAAABJRU5ErkJggg=='

/** A payload of every component in Arabic, some with words in Hebrew or Latin script. */
export const rightToLeft: Readonly<Record<string, JsonObject>> = {
  markdown: {
    content:
      '## النتائج\n\nانخفض معدل المغادرة إلى **3.1 %**، وهو الأدنى منذ عام.\n\n> من تقرير Q4\n\n1. انتهى اختبار الأسعار\n2. يتكرر في الشمال\n\n- [x] تم\n\n| المتجر | المبيعات |\n| --- | ---: |\n| الميناء | 91,200 |',
  },
  metric: {
    value: 482300,
    label: 'الإيرادات في أكتوبر',
    format: 'currency',
    change: 0.064,
    changeLabel: 'مقارنة بسبتمبر',
    sparkline: [401000, 415500, 409800, 482300],
  },
  callout: { type: 'warning', title: 'بيانات مارس غير كاملة', content: 'متجران من خمسة **لم يرسلا** أرقامهما بعد.', collapsible: true },
  latex: { expression: 'K_n = K_0 \\left(1 + \\frac{p}{100}\\right)^n' },
  report: {
    title: 'الأسبوع 18',
    subtitle: 'متجر الميناء',
    metadata: { author: 'קבוצת התפעול', date: '2025-05-04' },
    toc: true,
    sections: [
      {
        id: 'summary',
        title: 'ملخص',
        content: 'ارتفعت الطلبات **8 %**.',
        components: [{ component: 'metric', props: { value: 814, label: 'طلبات', change: -0.08 } }],
      },
      { title: 'الأيام', content: 'كان الجمعة أقوى يوم.', subsections: [{ title: 'التوقعات', content: 'عطلة يوم الخميس.' }] },
    ],
    footer: 'الأرقام حتى مساء الأحد.',
  },
  code: { code: 'export const sum = (a, b) => a + b // مجموع', language: 'typescript', filename: 'sum.ts', highlightLines: [1] },
  echarts: {
    option: {
      title: { text: 'الطلبات يوميًا', subtext: 'كل المتاجر' },
      legend: {},
      xAxis: { type: 'category', data: ['الاثنين', 'الثلاثاء', 'الأربعاء'] },
      yAxis: { type: 'value', name: 'طلبات' },
      series: [
        { name: 'طلبات', type: 'bar', data: [132, 158, 149] },
        { name: 'متوسط', type: 'line', data: [140, 141, 146] },
      ],
    },
    height: '280px',
  },
  datagrid: {
    columns: [
      { field: 'store', header: 'المتجر', filterable: true },
      { field: 'turnover', header: 'المبيعات', format: 'currency' },
      { field: 'open', header: 'مفتوح', format: 'boolean' },
    ],
    rows: [
      { store: 'الميناء', turnover: 91200, open: true },
      { store: 'העיר העתיקה', turnover: 74850, open: false },
      { store: 'Station', turnover: 55100, open: true },
    ],
    selectable: true,
    exportable: true,
    filterable: true,
  },
  grid: {
    columns: 2,
    items: [
      { component: 'metric', props: { value: 1284, label: 'زوار' } },
      { component: 'metric', props: { value: 0.037, label: 'معدل التحويل', format: 'percent' } },
    ],
  },
  json: { data: { station: 'لينداو', air: { celsius: 11.4, humidity: 0.82 }, wind: [{ from: 'SW', knots: 9 }] } },
  image: { src: dot, alt: 'لون التقرير', caption: 'لون التقرير', width: '64px', border: true, zoomable: true },
  plotly: { data: [{ type: 'bar', x: ['شمال', 'جنوب'], y: [3, 5], name: 'مبيعات' }], layout: { title: { text: 'المبيعات' } }, height: '240px' },
  tabs: {
    tabs: [
      { label: 'ملاحظات', content: 'الجنوب ينقصه **يومان**.' },
      { label: 'أرقام', icon: 'chart-bar', component: 'metric', props: { value: 5, label: 'طلبات' } },
      { label: 'مغلق', content: '', disabled: true },
    ],
  },
  mermaid: { code: 'flowchart RL\n  A[طلب] --> B{متوفر؟}\n  B -->|نعم| C[تغليف]' },
  accordion: {
    items: [
      { title: 'على أي أشهر يعتمد؟', content: 'آخر **24** شهرًا.', defaultOpen: true },
      { title: 'כמה טעינו אשתקד?', component: 'metric', props: { value: 0.043, label: 'متوسط الخطأ', format: 'percent' } },
    ],
  },
  html: { html: '<p dir="rtl">مرحبا</p>', height: '80px' },
  video: { src: 'https://media.example.org/walkthrough.mp4', width: '320px' },
  embed: { url: 'https://maps.example.org/embed', title: 'خريطة الميناء', height: '160px' },
  form: {
    title: 'تقرير المبيعات',
    description: 'تستغرق المسودة نحو دقيقة.',
    fields: [
      { name: 'period', type: 'select', label: 'الفترة', required: true, options: ['هذا الشهر', 'الشهر الماضي'] },
      { name: 'regions', type: 'multiselect', label: 'المناطق', options: ['أوروبا', 'آسيا'], default: ['أوروبا'] },
      { name: 'forecast', type: 'switch', label: 'مع التوقعات', default: true, width: 'half' },
      { name: 'copy_to', type: 'email', label: 'إرسال نسخة إلى', placeholder: 'name@example.org', width: 'half' },
      { name: 'share', type: 'range', label: 'الحصة', default: 30, validation: { min: 0, max: 100 } },
      { name: 'paper', type: 'radio', label: 'الورق', options: ['A4', 'Letter'], default: 'A4' },
    ],
    submitLabel: 'اكتب التقرير',
  },
  confirm: {
    title: 'حذف السجلات القديمة؟',
    message: 'يحذف هذا **1,204 طلبات** قبل 2019.',
    confirmLabel: 'احذفها',
    cancelLabel: 'أبقها',
    variant: 'danger',
    details: 'الجداول: `orders`. لا توجد نسخة احتياطية.',
  },
  select_option: {
    title: 'كيف تريد رؤية المبيعات؟',
    layout: 'cards',
    options: [
      { value: 'line', label: 'مخطط خطي', description: 'الاتجاه خلال اثني عشر شهرًا.', icon: 'chart-line' },
      { value: 'bar', label: 'أعمدة', description: 'المناطق جنبًا إلى جنب.', icon: 'chart-bar' },
    ],
  },
}
