"""The four protocols that clients speak to a model, as far as scripted tool calls need them.

Each is read for the tools that a client offers and the results it sends back, and written as the
stream of one answer: a call of a tool, or the text "DONE".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

DONE = "DONE"


@dataclass(frozen=True, slots=True)
class Call:
    """A call that the model makes: `tool` as the client spells it, `arguments`, `namespace`.

    Only Codex has namespaces.
    """

    tool: str
    arguments: dict
    namespace: str = ""


@dataclass(frozen=True, slots=True)
class Wire:
    """A protocol: how a request's path ends, and how to read and answer the request."""

    ending: str
    offered: Callable[[dict], list[str]]
    results: Callable[[dict], list[str]]
    answer: Callable[[Call | None, int], Iterable[dict]]
    named_events: bool = False
    closing: str = ""


def _messages_offered(body: dict) -> list[str]:
    return [tool["name"] for tool in body.get("tools") or ()]


def _messages_results(body: dict) -> list[str]:
    return [
        json.dumps(part.get("content"))
        for message in body["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
        if part["type"] == "tool_result"
    ]


def _messages_answer(call: Call | None, turn: int) -> Iterable[dict]:
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {
        "id": f"msg_{turn}",
        "type": "message",
        "role": "assistant",
        "model": "stand-in",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage,
    }
    if call:
        part = {"type": "tool_use", "id": f"toolu_{turn}", "name": call.tool, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(call.arguments)}
    else:
        part = {"type": "text", "text": ""}
        delta = {"type": "text_delta", "text": DONE}
    reason = "tool_use" if call else "end_turn"
    yield {"type": "message_start", "message": message}
    yield {"type": "content_block_start", "index": 0, "content_block": part}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": reason, "stop_sequence": None},
        "usage": usage,
    }
    yield {"type": "message_stop"}


def _responses_offered(body: dict) -> list[str]:
    return [
        name
        for tool in body.get("tools") or ()
        for name in (
            [f"{tool['name']}::{one['name']}" for one in tool["tools"]]
            if tool["type"] == "namespace"
            else [tool.get("name", tool["type"])]
        )
    ]


def _responses_results(body: dict) -> list[str]:
    return [
        json.dumps(item["output"])
        for item in body["input"]
        if item.get("type") == "function_call_output"
    ]


def _responses_answer(call: Call | None, turn: int) -> Iterable[dict]:
    response = {"id": f"resp_{turn}"}
    if call:
        item = {
            "type": "function_call",
            "id": f"fc_{turn}",
            "call_id": f"call_{turn}",
            "name": call.tool,
            "namespace": call.namespace,
            "arguments": json.dumps(call.arguments),
        }
    else:
        item = {
            "type": "message",
            "id": f"msg_{turn}",
            "role": "assistant",
            "content": [{"type": "output_text", "text": DONE}],
        }
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    yield {"type": "response.created", "response": response}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    yield {"type": "response.completed", "response": {**response, "usage": usage}}


def _chat_offered(body: dict) -> list[str]:
    return [tool["function"]["name"] for tool in body.get("tools") or ()]


def _chat_results(body: dict) -> list[str]:
    return [
        json.dumps(message["content"]) for message in body["messages"] if message["role"] == "tool"
    ]


def _chat_answer(call: Call | None, turn: int) -> Iterable[dict]:
    function = {"name": call.tool, "arguments": json.dumps(call.arguments)} if call else {}
    calls = [{"index": 0, "id": f"call_{turn}", "type": "function", "function": function}]
    delta = {"role": "assistant", **({"tool_calls": calls} if call else {"content": DONE})}
    chunk = {
        "id": f"chat_{turn}",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "stand-in",
    }
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    end = "tool_calls" if call else "stop"
    yield {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    yield {
        **chunk,
        "choices": [{"index": 0, "delta": {}, "finish_reason": end}],
        "usage": usage,
    }


def _gemini_offered(body: dict) -> list[str]:
    return [
        one["name"]
        for tool in body.get("tools") or ()
        for one in tool.get("functionDeclarations") or ()
    ]


def _gemini_results(body: dict) -> list[str]:
    return [
        json.dumps(part["functionResponse"]["response"])
        for content in body["contents"]
        for part in content["parts"]
        if "functionResponse" in part
    ]


def _gemini_answer(call: Call | None, turn: int) -> Iterable[dict]:
    function = {"name": call.tool, "args": call.arguments, "id": f"call_{turn}"} if call else None
    part = {"functionCall": function} if function else {"text": DONE}
    yield {
        "candidates": [
            {"index": 0, "content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}
        ],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
    }


WIRES = (
    Wire(
        "/v1/messages", _messages_offered, _messages_results, _messages_answer, named_events=True
    ),
    Wire(
        "/responses", _responses_offered, _responses_results, _responses_answer, named_events=True
    ),
    Wire("/chat/completions", _chat_offered, _chat_results, _chat_answer, closing="[DONE]"),
    Wire(":streamGenerateContent", _gemini_offered, _gemini_results, _gemini_answer),
)
