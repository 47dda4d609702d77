import { describe, expect, it } from 'vitest'
import { callMark } from './call-marks.ts'
import { translateCalls } from './translate-calls.ts'
import { withoutMarks } from './without-marks.ts'

describe('translateCalls', () => {
  it.each([
    // The number of a call and the method `call` are no part of the name; the same characters elsewhere are.
    ['<function=get:12>{}</function>', '{"next_node":"get","args":{}}</function>'],
    ['<function=get:1x>{}</function>', '{"next_node":"get:1x","args":{}}</function>'],
    ['<function=a:1.b>{}</function>', '{"next_node":"a:1.b","args":{}}</function>'],
    ['<|python_tag|>get.call(a=1)', '{"next_node":"get","args":{"a":1}}'],
    ['<|python_tag|>get.callback(a=1)', '{"next_node":"get.callback","args":{"a":1}}'],
    ['<|python_tag|>get()', '{"next_node":"get","args":{}}'],
    ['<|python_tag|>get(a=[1,(2)],b="x,)y" )', '{"next_node":"get","args":{"a":[1,(2)],"b":"x,)y" }}'],
    ["<|python_tag|>get(a='it\\'s, ok')", '{"next_node":"get","args":{"a":\'it\\\'s, ok\'}}'],
    // Text before and between calls stays.
    [
      'One <function=a>{}</function> two <function=b>{}</function> three',
      'One {"next_node":"a","args":{}}</function> two {"next_node":"b","args":{}}</function> three',
    ],
    ['<function=a>```json\n{"x":1}\n```</function>', '{"next_node":"a","args":{"x":1}}\n```</function>'],
    // Text between tags is a text, without the line breaks around it, unless the tag says that it is JSON.
    ['<function=a><parameter= n >\r\none\n\n</parameter></function>', '{"next_node":"a","args":{"n":"one\\n"}}'],
    ['<invoke name="a"><parameter name="n" string="false">[1]</parameter></invoke>', '{"next_node":"a","args":{"n":[1]}}'],
    ['<invoke name="a"><parameter name="n" string="false">[1</parameter></invoke>', '{"next_node":"a","args":{"n":"[1"}}'],
    ['<invoke name="a"><parameter name="n" string="true">[1]</parameter></invoke>', '{"next_node":"a","args":{"n":"[1]"}}'],
    // A call without its end is incomplete, and so is one of which only the first character of a tag has come.
    ['<function=a>', '{"next_node":"a","args":{'],
    ['<function=a> <', '{"next_node":"a","args":{'],
    ['<function=a> <parameter=b', '{"next_node":"a","args":{'],
    ['<function=a> text', '<function=a> text'],
    ['<function=a> <b> text', '<function=a> <b> text'],
  ])('%j', (text, expected) => expect(translateCalls(text)).toBe(expected))
})

describe('callMark', () => {
  it.each([
    ['<|python_tag|>[get', 'call'],
    ['<|python_tag|> [get', 'call'],
    ['<|python_tag|>get[', 'call'],
    ['<|python_tag|>[[1]]', 'none'],
    ['<function=a', 'call'],
    ['<tool_call>{"a":1}', 'none'],
    ['<tool_call>  {"a":1}', 'none'],
    ['<tool_call> name {', 'call'],
    [`<tool_call>${' '.repeat(64)}`, 'partial'],
    [`<tool_call>${' '.repeat(65)}`, 'none'],
    ['<tool_', 'partial'],
    ['<toll', 'none'],
  ])('%j is %s', (text, kind) => expect(callMark(text)).toBe(kind))
})

describe('withoutMarks', () => {
  it.each([
    ['one<|end|>two', 'one two'],
    [' plain text ', 'plain text'],
    ['plain, final', 'plain, final'],
    ['<|end|> done assistant final', 'done'],
    ['to=bob done', 'to=bob done'],
    ['commentary done to=functions.get json', 'done'],
    ['<|end|> , ] ', ''],
  ])('%j', (text, expected) => expect(withoutMarks(text)).toBe(expected))
})
