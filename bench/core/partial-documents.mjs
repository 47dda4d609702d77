const nested = (levels) => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`

/** Whole JSON documents a partial reader must end with the value of JSON.parse for, at every cut. */
export const partialDocuments = [
  {
    name: 'rows',
    text: JSON.stringify({
      rows: [
        { id: 1, ok: true, note: null },
        { id: 20, ok: false },
      ],
      total: 2,
    }),
  },
  { name: 'numbers', text: '{"a":[0,-0.5,12345,1e3,2.5E-3,-7],"b":100}' },
  { name: 'literals', text: '[true,false,null,{"a":null,"b":true}]' },
  { name: 'short escapes', text: '{"a":"\\"\\\\\\/\\b\\f\\n\\r\\t"}' },
  { name: '\\u escapes and pairs', text: '{"a":"caf\\u00e9 \\ud83d\\ude00!","\\u006b":"v"}' },
  { name: 'characters outside the BMP', text: JSON.stringify({ '📦': '👩‍👩‍👧 e\u0301' }) },
  { name: '__proto__ as a key', text: '{"__proto__":{"admin":true},"constructor":{"a":1},"b":2}' },
  { name: 'empty keys and containers', text: '{"":{},"a":[],"b":[[],{}],"c":""}' },
  { name: 'white space', text: ' {\n\t"a" : [ 1 , 2 ] ,\r\n"b" : { } }\n ' },
  { name: 'a doubled key', text: '{"a":1,"b":2,"a":{"c":3}}' },
  { name: 'brackets in strings', text: '{"a":"}]{[","b":"\\"}","c":["]"]}' },
  { name: '100 levels', text: nested(50) },
]
